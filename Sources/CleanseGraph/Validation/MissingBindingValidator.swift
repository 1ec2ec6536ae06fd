import CleanseSupport

/// Finds requested keys without a binding. Each key is one finding, with all of its dependents.
struct MissingBindingValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let missing = graph.requests(with: .missing).grouped(by: \.key)
    let near = missing.isEmpty ? nil : NearMisses(graph: graph, missing: missing.count)
    return missing.map { finding($0, $1, near, graph) } + missingRoots(graph)
  }

  private func finding(
    _ key: Key, _ requesters: [DefectiveRequest], _ near: NearMisses?, _ graph: BindingGraph
  ) -> Diagnostic {
    let first = requesters[0]
    let binding = fix(key, requesters, first, graph)
    let dependents = Set(requesters.map(\.binding.id))
    let correction = near?.correction(of: first, requestedBy: dependents)
    let type = near?.otherType(under: key).map {
      "use the type that is bound under this name, \($0), or another name"
    }
    return Diagnostic(
      .missingBinding, .error, "missing binding for \(key)", on: first.binding,
      request: first.index,
      notes: requesters.map { $0.note(in: graph) }
        + (near?.notes(for: key, requestedBy: dependents) ?? [])
        + [graph.declarations.names?.note(onTypeOf: key)].compactMap(\.self),
      fix: type ?? correction.map { "\($0), or \(binding)" } ?? binding)
  }

  /// The line that binds the key, and the one that declares it if all requesters can do without it.
  private func fix(
    _ key: Key, _ requesters: [DefectiveRequest], _ first: DefectiveRequest, _ graph: BindingGraph
  ) -> String {
    let wording = graph.wording(for: key, requestedBy: first.binding)
    let binding = wording.binding(key, for: first.binding.key)
    guard requesters.allSatisfy(\.form.allowsAbsence),
      let declaration = wording.declaringOptional(key)
    else { return binding }
    return "\(binding)\nor \(declaration)"
  }

  private func missingRoots(_ graph: BindingGraph) -> [Diagnostic] {
    zip(graph.componentIndices, graph.components).compactMap { index, component in
      guard graph.resolution.roots[index.number].defect == .missing else { return nil }
      return Diagnostic(
        .missingBinding, .error,
        "missing binding for \(component.root), the root of \(component.name)",
        fix: "bind it in configureRoot: bind.to(factory: …)", subject: .component(index))
    }
  }
}

extension RequestForm {
  /// The form, as printed after "depends on it".
  var phrase: String {
    guard let noun else { return "" }
    let article = noun.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
    return " as \(article) \(noun)"
  }

  /// The form as a noun without an article; nil for an instance.
  private var noun: String? {
    guard let outermost else { return nil }
    let rest = inner.noun
    return switch outermost {
    case .optional: rest.map { "optional \($0)" } ?? "optional"
    case .elements: rest.map { "collection of \($0)s" } ?? "collection"
    case .provider: Self.deferral("provider", of: rest)
    case .throwingProvider: Self.deferral("throwing provider", of: rest)
    case .asyncProvider: Self.deferral("asynchronous provider", of: rest)
    case .function: Self.deferral("function", of: rest)
    case .weakProvider: Self.deferral("weak provider", of: rest)
    }
  }

  private static func deferral(_ noun: String, of rest: String?) -> String {
    // All that is deferred is an instance or an optional.
    rest.map { "\(noun) of an \($0)" } ?? noun
  }
}

extension Binding {
  /// The binding, as printed before "depends on it".
  var asRequester: String { kind == .decorator ? "the decorator of \(key)" : key.description }
}
