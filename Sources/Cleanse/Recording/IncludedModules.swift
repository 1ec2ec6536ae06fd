import CleanseGraph

/// The modules that a component of a recording and its ancestors include.
///
/// A module that an ancestor includes adds nothing in a descendant: what it binds, contributes and installs is there
/// already. What one plugin includes concerns only its own subcomponents, so that the application's own bindings do not
/// depend on the plugins.
final class IncludedModules {
  private let parent: IncludedModules?
  private let recorded: RecordedComponent
  /// What contributors declare in modules, by contributor; nil is the application.
  private var declared: [String?: ModuleDeclarations] = [:]

  init(_ recorded: RecordedComponent, inside parent: IncludedModules?) {
    (self.recorded, self.parent) = (recorded, parent)
  }

  /// The subcomponent without what its modules have declared in an ancestor.
  func removingRepeated(from component: RecordedComponent) -> RecordedComponent {
    guard mayRepeat(component.modules) else { return component }
    var rest = component
    let own = Set(
      component.bindings.lazy.map(\.data).filter { !self.contains($0) && $0.override == nil }
        .map(\.key))
    rest.bindings.removeAll { binding in
      // An override that replaces a binding of its own component is not there already.
      contains(binding.data) && (binding.data.override == nil || !own.contains(binding.data.key))
    }
    rest.declarations.removeAll { contains($0.data) }
    return rest
  }

  /// Whether this component or an ancestor includes one of the modules.
  private func mayRepeat(_ modules: Set<ObjectIdentifier>) -> Bool {
    sequence(first: self, next: \.parent).contains {
      !$0.recorded.modules.isDisjoint(with: modules)
    }
  }

  private func contains(_ binding: Binding) -> Bool {
    sequence(first: self, next: \.parent).contains {
      $0.declarations(for: binding.provenance.origin).contains(binding)
    }
  }

  /// What the modules declare that the application or a contributor has included in this component.
  private func declarations(for origin: String?) -> ModuleDeclarations {
    if let known = declared[origin] { return known }
    let repeated = origin.map { recorded.includes.allRepeated(by: $0) } ?? []
    var found = ModuleDeclarations()
    found.add(
      (recorded.bindings + recorded.declarations).lazy.map(\.data).filter { binding in
        binding.provenance.origin == nil || binding.provenance.origin == origin
          || !repeated.isDisjoint(with: binding.provenance.modules)
      })
    declared[origin] = found
    return found
  }
}
