import CleanseGraph

extension RecordedComponent {
  /// Takes out the replacements of what only subcomponents bind or declare.
  ///
  /// A test can replace what a subcomponent binds as it replaces what the root component binds: they are added to each
  /// subcomponent that binds the key, or declares it as an optional or a collection.
  mutating func takeReplacements() -> [RecordedBinding] {
    // By index, which copies no binding.
    let replacements = bindings.indices.filter { bindings[$0].isReplacement }.map { bindings[$0] }
    guard !replacements.isEmpty else { return [] }
    let wanted = Set(replacements.map(\.data.key)).subtracting(replaceableKeys)
    guard !wanted.isEmpty else { return [] }
    let found = wanted.intersection(keysOfSubcomponents)
    bindings.removeAll { $0.isReplacement && found.contains($0.data.key) }
    return replacements.filter { found.contains($0.data.key) }
  }

  /// The component with those of the replacements that replace a binding or a declaration of its own.
  func replacing(with replacements: [RecordedBinding]) -> RecordedComponent {
    guard !replacements.isEmpty else { return self }
    let own = replaceableKeys
    var component = self
    for var replacement in replacements where own.contains(replacement.data.key) {
      // Shared instances are those of the component that the replacement is in.
      if replacement.data.scope != nil { replacement.data.scope = scopeName }
      component.bindings.append(replacement)
    }
    return component
  }

  /// The keys that the component itself binds or declares.
  private var replaceableKeys: Set<Key> {
    Set((bindings.lazy.filter { !$0.isReplacement } + declarations).map(\.data.key))
  }

  /// The keys that subcomponents bind or declare, at any depth.
  private var keysOfSubcomponents: Set<Key> {
    var keys: Set<Key> = []
    // No recursion: components can be nested deeper than the stack allows.
    var open = [self]
    while let component = open.popLast() {
      for part in component.extensions {
        keys.formUnion((part.bindings + part.declarations).lazy.map(\.data.key))
      }
      for binding in component.bindings {
        guard case .subcomponent(let subcomponent) = binding.implementation.source else { continue }
        keys.formUnion(subcomponent.replaceableKeys)
        open.append(subcomponent)
      }
    }
    return keys
  }
}

extension RecordedBinding {
  /// Whether it is a replacement that was passed to `of`.
  fileprivate var isReplacement: Bool { data.isReplacement }
}
