import Cleanse

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
    implementations.indices.filter { index in
      let foreign = implementations[index].guest as? ForeignBinding
      guard case .function = foreign?.source else { return false }
      return graph.bindings[index].provenance.origin == origin
    }
  }

  /// Calls the function of a binding once, if what it asks for can be made.
  ///
  /// Whatever it does beside failing happens to this process.
  package func failure(ofFunctionAt index: Int) -> ForeignFailure? {
    let binding = graph.bindings[index]
    do {
      try call(index)
      return nil
    } catch {
      return ForeignFailure(
        signature: binding.signature ?? "", location: binding.location,
        provenance: binding.provenance, error: error)
    }
  }

  /// Makes the binding's value in a component instance of its own, and lets go of it.
  private func call(_ index: Int) throws {
    // One linker for each: what can't be linked leaves it unusable.
    let linker = Linker(self)
    guard let linked = try? linker.linkAlone(index) else { return }
    let group = graph.resolution.groupsOfBindings[index]
    try typedKey(of: group).make(linked, in: linker.rootContext())
  }
}

extension Linker {
  /// The provider of one binding, whatever else there is of its key.
  ///
  /// - Throws: When what it depends on can't be made without waiting and without a seed.
  fileprivate func linkAlone(_ index: Int) throws(Failure) -> AnyObject {
    guard resolution.defects[index] == nil else { throw Failure() }
    for answer in resolution.answers(of: index) {
      guard answer.defect == nil else { throw Failure() }
      if let group = answer.group, !answer.isAbsent { _ = try link(group: group) }
    }
    guard resolution.effects[index].isWithin(.throwing), seedCells[0] == nil,
      preparations.allSatisfy(\.isEmpty)
    else { throw Failure() }
    return link(binding: index, weakSlot: nil)
  }
}

extension TypedKey {
  fileprivate static func make(_ linked: AnyObject, in context: Context) throws {
    _ = try EffectLink<Element>(linked).get(context)
  }
}
