extension Recording {
  /// Makes a value of the type in a component instance of its own, as a validator that a plugin
  /// contributes has to be there before the graph is known to be sound.
  ///
  /// - Returns: Nothing when nothing is bound for the type.
  /// - Throws: A ``ValidationError`` when what is bound can't be made: what it needs is broken, which
  ///   the validators tell, or it needs the root component's seed.
  package func instance<Value>(of type: Value.Type) throws(ValidationError) -> Value? {
    let slot = slots.firstIndex {
      $0.component == 0 && $0.key.request == type && !$0.isAbsent
    }
    guard let slot else { return nil }
    let linker = Linker(self)
    do throws(Linker.Failure) {
      let linked = try linker.link(slot: slot)
      // A validator is made before there is anybody who could wait or take an error.
      guard linker.seedCells[0] == nil, linker.isPlain(slot: slot) else { throw Linker.Failure() }
      let storage = ComponentStorage(cellCount: linker.cellCounts[0], providers: linker.providers)
      let context = Context(storage, level: linker.cellCounts[0], outer: nil)
      return LinkedProvider<Value>.of(linked).get(context)
    } catch {
      throw ValidationError(unlinkable: self)
    }
  }
}
