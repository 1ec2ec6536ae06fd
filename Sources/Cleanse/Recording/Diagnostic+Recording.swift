import CleanseGraph

extension Diagnostic {
  static func missingSubcomponent(
    of scope: String, at location: RecordedLocation, provenance: Provenance
  ) -> Diagnostic {
    Diagnostic(
      .missingSubcomponent, .error, "no subcomponent has the scope \(scope)",
      at: location.sourceLocation, provenance: provenance,
      fix: "install a subcomponent of this scope, or remove the module",
      arguments: [.init("scope", scope)])
  }

  static func componentCycle(
    _ cycle: [any Any.Type], at location: RecordedLocation, provenance: Provenance
  ) -> Diagnostic {
    let names = cycle.map(TypeName.display)
    return Diagnostic(
      .componentCycle, .error,
      "component cycle: " + Abbreviation.names.of(names).joined(separator: " → "),
      at: location.sourceLocation, provenance: provenance,
      fix: "remove the install that makes \(names[0]) its own descendant",
      arguments: .hops(Array(names.dropLast())))
  }
}
