import Cleanse

/// The errors of a component that must be rejected.
func findings<C: RootComponent>(of component: C.Type) -> [Diagnostic] {
  do {
    _ = try ComponentFactory.of(component)
    return []
  } catch {
    return error.diagnostics.filter { $0.severity == .error }
  }
}

/// All findings on a component, valid or not.
func allFindings<C: RootComponent>(
  of component: C.Type, severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
  serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
  overriding: (Binder<C.Scope>) -> Void = { _ in }
) -> [Diagnostic] {
  var found: [Diagnostic] = []
  do {
    let options = ValidationOptions(severities: severities) { found.append($0) }
    _ = try ComponentFactory.of(
      component, options: options, serviceLoader: serviceLoader, overriding: overriding)
    return found
  } catch {
    return error.diagnostics
  }
}
