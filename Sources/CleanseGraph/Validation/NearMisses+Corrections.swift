extension NearMisses {
  /// How to change the first requester of a missing key so that a similar binding provides it; nil if no fix is evident.
  ///
  /// - Parameter requesters: The bindings that depend on the key. None of them can provide it.
  func correction(of request: DefectiveRequest, requestedBy requesters: Set<BindingIndex>)
    -> String?
  {
    let (key, requester) = (request.key, request.binding)
    if let alias = alias(near: key, requestedBy: requesters) {
      let wording = graph.wording(for: requester)
      return requester.wraps(request.index)
        ? wording.decorating(key, as: alias) : wording.requesting(key, as: alias)
    }
    guard !requester.hasSignature, key.tag == nil else { return nil }
    return assisted(key, requester) ?? calling(key, requester) ?? moving(key, requester)
      ?? tagged(key, requester, except: requesters)
  }

  /// A function may be bound as an assisted factory, where the requester can see it.
  private func calling(_ key: Key, _ requester: Binding) -> String? {
    let factories = Set(
      factories(like: key).filter { isInside(requester.component, $0.component) }.map(\.key))
    guard factories.count == 1, let factory = factories.first else { return nil }
    return "request \(factory) and call its build(_:)"
  }

  /// The parameter that should take the seed is reported as well, so the fixes must not contradict each other.
  private func assisted(_ key: Key, _ requester: Binding) -> String? {
    guard requester.call != nil, !isAssisted(key),
      graph.declarations.reported.contains(where: {
        $0.code == .unusedSeed && $0.location == requester.location
      })
    else { return nil }
    // The seed of a factory of a document is not known.
    let factory = FunctionShape(seeded: requester.key)
    guard factory?.takes(key.typeName) ?? true else { return nil }
    return "request Assisted<\(key.typeName)> if it is the seed"
  }

  private func isAssisted(_ key: Key) -> Bool {
    if case .assisted = TypeShape(key.typeName) { true } else { false }
  }

  /// What depends on a binding of a subcomponent belongs there, too, unless something outside of it is a dependent in turn.
  /// A root has to be where it is.
  private func moving(_ key: Key, _ requester: Binding) -> String? {
    let components = Set(similar(to: key).filter { $0.key == key }.map(\.component))
    guard requester.kind == .single, requester.key != graph[requester.component].root,
      components.count == 1, let component = components.first,
      isInside(component, requester.component), !isRequested(requester.key, outside: component)
    else { return nil }
    return "move the binding of \(requester.key) into \(graph[component].name)"
  }

  /// Whether a binding outside of a component depends on the key, or the key is the root of such a component.
  private func isRequested(_ key: Key, outside component: ComponentIndex) -> Bool {
    graph.bindings(requesting: key).contains { !isInside($0.component, component) }
      || graph.componentIndices.contains { graph[$0].root == key && !isInside($0, component) }
  }

  /// The type may be bound with one tag alone, where the requester can see it.
  ///
  /// - Parameter requesters: The bindings that depend on the key, which can't provide it for themselves.
  private func tagged(
    _ key: Key, _ requester: Binding, except requesters: Set<BindingIndex>
  ) -> String? {
    let similar = similar(to: key).filter { !requesters.contains($0.id) }
    let tags = Set(similar.map(\.key.tagName))
    guard tags.count == 1, let tag = tags.first ?? nil, !similar.contains(where: \.key.isNamed),
      similar.allSatisfy({ isInside(requester.component, $0.component) })
    else { return nil }
    return "request TaggedProvider<\(tag)>"
  }

  /// Whether a component is the other one, or a descendant of it.
  private func isInside(_ component: ComponentIndex, _ ancestor: ComponentIndex) -> Bool {
    sequence(first: component, next: { graph[$0].parent }).contains(ancestor)
  }
}
