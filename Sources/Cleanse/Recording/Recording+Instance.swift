extension Recording {
  /// Makes a value of the type in a component instance of its own, as a validator that a plugin
  /// contributes has to be there before the graph is known to be sound.
  ///
  /// - Returns: Nothing when the recording has no such binding, or when what it needs is broken,
  ///   which is for the validators to tell.
  package func instance<Value>(of type: Value.Type) -> Value? {
    let slot = slots.firstIndex { $0.component == 0 && $0.key.request == type }
    let linker = Linker(self)
    guard let slot, let linked = try? linker.link(slot: slot), linker.seedCells[0] == nil else {
      return nil
    }
    let storage = ComponentStorage(cellCount: linker.cellCounts[0])
    let context = Context(storage, level: linker.cellCounts[0], outer: nil)
    return LinkedProvider<Value>.of(linked).get(context)
  }
}
