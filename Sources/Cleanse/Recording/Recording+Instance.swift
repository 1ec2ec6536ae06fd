extension Recording {
  /// Makes a value of the type in a component instance of its own, as a validator that a plugin
  /// contributes has to be there before the graph is known to be sound.
  ///
  /// - Returns: Nothing when the recording has no such binding, or when what it needs is broken,
  ///   which is for the validators to tell.
  package func instance<Value>(of type: Value.Type) -> Value? {
    guard let slot = slots.firstIndex(where: { $0.key.request == type }) else { return nil }
    let linker = Linker(self)
    guard let linked = try? linker.link(slot: slot), linker.seedCell == nil else { return nil }
    let storage = ComponentStorage(cellCount: linker.cellCount)
    return LinkedProvider<Value>.of(linked).get(Context(storage, level: linker.cellCount))
  }
}
