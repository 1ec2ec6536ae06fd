extension Linker {
  /// A linked provider of a ``LegacyObjectGraph``, once everything that it can hand out is linked.
  func linkObjectGraph(_ binding: Recording.Binding) -> AnyObject {
    let targets = binding.targets.compactMap { $0 }
    let slots = Set(targets.map(\.slot))
    let others = Recording.visibleObjects(
      from: binding.component, components: recording.components, slots: recording.slots
    ).filter { !slots.contains($0.slot) && $0.slot != binding.slot }
    let table = ObjectTable(
      targets.compactMap { target in
        let slot = recording.slots[target.slot]
        let link = slot.key.untyped(linked(target))
        return LegacyObject(slot, of: recording).map { ObjectTable.Entry(object: $0, link: link) }
      },
      others: others.compactMap { LegacyObject(recording.slots[$0.slot], of: recording) },
      component: TypeName.display(recording.components[binding.component].recorded.type))
    return LinkedProvider<LegacyObjectGraph> { context, _ in
      LegacyObjectGraph(table: table, context: context)
    }
  }
}
