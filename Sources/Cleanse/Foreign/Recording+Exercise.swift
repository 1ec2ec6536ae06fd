/// A function of C that failed when it was tried.
package struct ForeignFailure {
  /// The function as its author describes it.
  package let signature: String
  package let location: SourceLocation?
  package let provenance: Provenance
  package let error: any Error
}

extension Recording {
  /// The functions of C that a contributor bound, in their order, by the places of their bindings.
  package func functions(from origin: String) -> [Int] {
    bindings.indices.filter { index in
      let recorded = bindings[index].recorded
      guard let foreign = recorded.foreign, case .function = foreign.source else { return false }
      return recorded.provenance.origin == origin
    }
  }

  /// Calls the function of a binding once, if what it asks for can be made.
  ///
  /// Whatever it does beside failing happens to this process.
  package func failure(ofFunctionAt index: Int) -> ForeignFailure? {
    let recorded = bindings[index].recorded
    do {
      try call(index)
      return nil
    } catch {
      return ForeignFailure(
        signature: recorded.foreign?.text ?? "", location: recorded.location?.sourceLocation,
        provenance: recorded.provenance, error: error)
    }
  }

  /// Makes the binding's value in a component instance of its own, and lets go of it.
  private func call(_ index: Int) throws {
    // One linker for each: what can't be linked leaves it unusable.
    let linker = Linker(self)
    guard let linked = try? linker.linkAlone(index) else { return }
    let storage = ComponentStorage(cellCount: linker.cellCounts[0], providers: linker.providers)
    let context = Context(storage, level: linker.cellCounts[0], outer: nil)
    try bindings[index].recorded.key.make(linked, in: context)
  }
}

extension Linker {
  /// The provider of one binding, whatever else there is of its key.
  ///
  /// - Throws: When what it needs can't be made, by somebody who neither waits nor has a seed.
  fileprivate func linkAlone(_ index: Int) throws(Failure) -> AnyObject {
    for target in recording.bindings[index].targets {
      guard let target else { throw Failure() }
      if !recording.slots[target.slot].isAbsent { _ = try link(slot: target.slot) }
    }
    guard try effect(of: index).isWithin(.throwing), seedCells[0] == nil,
      preparations.allSatisfy(\.isEmpty)
    else { throw Failure() }
    return link(binding: index, weakSlot: nil)
  }
}

extension RecordedKey {
  fileprivate static func make(_ linked: AnyObject, in context: Context) throws {
    _ = try EffectLink<Element>(linked).get(context)
  }
}
