import CleanseGraph

extension Linker {
  /// Returns a linked provider of a `WeakProvider`.
  ///
  /// The target may be a member of the cycle that is being linked, and is otherwise linked before its requester.
  func weakProvider(for target: Target) -> AnyObject {
    let key = recording.typedKey(of: target.group)
    let slot = WeakSlot(group: target.group)
    guard isMadeOnWeakRequest(target.group) else {
      return key.weakProvider(slot: slot, levels: target.levels)
    }
    let link = lateLink(to: target.group, effect: nil)
    if isLinked(target.group), let cell = weakCells[slot] {
      link.complete(unfailingHeld(target.group), level: Level(including: cell), cell: cell)
    } else {
      completeLater(link)
    }
    let isOfCycle =
      progress.openCycle != nil
      && resolution.groups[target.group].cycle == progress.openCycle?.number
    return key.weakProvider(link, at: slot, levels: target.levels, isOfCycle: isOfCycle)
  }
}

extension TypedKey {
  /// Returns a linked provider of a `WeakProvider` that only finds an existing instance.
  fileprivate static func weakProvider(slot: WeakSlot, levels: Int) -> AnyObject {
    LinkedProvider<WeakProvider<Element>> { context, _ in
      let instance = context.ancestor(levels: levels).storage.weakInstance(slot: slot)
      return WeakProvider(unchecked: { instance.load(Element.self) })
    }
  }

  /// Returns a linked provider of a `WeakProvider` that makes the first instance.
  ///
  /// - Parameter isOfCycle: Whether the instance depends on the requester.
  fileprivate static func weakProvider(
    _ link: LateLink, at slot: WeakSlot, levels: Int, isOfCycle: Bool
  ) -> AnyObject {
    LinkedProvider<WeakProvider<Element>> { context, _ in
      let context = context.ancestor(levels: levels)
      let instance = context.storage.weakInstance(slot: slot)
      let maker = instance.maker { context.lowered(to: link.cell) }
      return WeakProvider(unchecked: {
        if let existing = instance.load(Element.self) { return existing }
        // A factory of the cycle that is running may be that of a value that the instance depends on.
        if isOfCycle, Construction.innermost?.unfinished != nil { return nil }
        return instance.made(by: maker) { context throws(DeferredCallError) in
          let (provider, context) = try link.reach(from: context, levels: 0)
          return LinkedProvider<Element>.of(provider).get(context)
        }
      })
    }
  }
}
