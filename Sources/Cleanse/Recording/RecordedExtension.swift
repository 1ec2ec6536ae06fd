import CleanseGraph

/// What one contributor declares for the subcomponents of one scope that the application installs.
struct RecordedExtension: Sendable {
  let scope: ObjectIdentifier
  /// The contributor; nil for the application.
  let origin: String?
  let bindings: [RecordedBinding]
  let declarations: [RecordedBinding]
  let attachments: [any Sendable]
  let modules: Set<ObjectIdentifier>

  /// Whether it applies to a component.
  ///
  /// - Parameter installer: The contributor that installs the component; nil for the application.
  func applies(to component: RecordedComponent, from installer: String?) -> Bool {
    component.scope == scope && installer == nil
  }
}

extension RecordedComponent {
  /// Whether there is a subcomponent that an extension applies to.
  static func contains(_ bindings: [RecordedBinding], for extension: RecordedExtension) -> Bool {
    // No recursion: components can be nested deeper than the stack allows.
    var open = [bindings[...]]
    while var rest = open.popLast() {
      guard let binding = rest.popFirst() else { continue }
      open.append(rest)
      guard case .subcomponent(let component) = binding.implementation.source else { continue }
      if `extension`.applies(to: component, from: binding.data.provenance.origin) { return true }
      open.append(component.bindings[...])
    }
    return false
  }

  /// The component with the declarations of the extensions that apply to it.
  ///
  /// - Parameter installer: The contributor that installs it; nil for the application.
  func extended(by extensions: [RecordedExtension], from installer: String?) -> RecordedComponent {
    let all = extensions.filter { $0.applies(to: self, from: installer) }
    // What the application declares comes first, wherever it does.
    let applied = all.filter { $0.origin == nil } + all.filter { $0.origin != nil }
    guard !applied.isEmpty else { return self }
    var component = self
    var modules = ModuleDeclarations()
    modules.add((bindings + declarations).lazy.map(\.data))
    for part in applied {
      let newBindings = part.bindings.filter { !modules.contains($0.data) }
      let newDeclarations = part.declarations.filter { !modules.contains($0.data) }
      if let origin = part.origin {
        let repeated = (part.bindings + part.declarations).lazy.map(\.data).filter(modules.contains)
        component.includes.note(repeated.flatMap(\.provenance.modules), repeatedBy: origin)
      }
      component.bindings += newBindings
      component.declarations += newDeclarations
      component.attachments += part.attachments
      component.modules.formUnion(part.modules)
      modules.add((newBindings + newDeclarations).lazy.map(\.data))
    }
    return component
  }
}
