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
    let (linked, context) = try link(slot: slot)
    do {
      return try EffectLink<Value>(linked).get(context)
    } catch {
      throw ValidationError(diagnostics: [Diagnostic(.reportedError, .error, "\(error)")])
    }
  }

  private func link(slot: Int) throws(ValidationError) -> (AnyObject, Context) {
    let linker = Linker(self)
    do throws(Linker.Failure) {
      let linked = try linker.link(slot: slot)
      // A validator is made before there is anybody who could wait.
      guard linker.seedCells[0] == nil, linker.isReady(slot: slot) else { throw Linker.Failure() }
      let storage = ComponentStorage(cellCount: linker.cellCounts[0], providers: linker.providers)
      return (linked, Context(storage, level: linker.cellCounts[0], outer: nil))
    } catch {
      throw ValidationError(unlinkable: self)
    }
  }
}
