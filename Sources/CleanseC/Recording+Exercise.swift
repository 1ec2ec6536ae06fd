import Cleanse

/// The failure of a C function that was called as a test.
package struct ForeignFailure {
  /// The signature of the function, as it is declared.
  package let signature: String
  package let location: SourceLocation?
  package let provenance: Provenance
  package let error: any Error
}

extension Recording {
  /// Returns the indices of the bindings to C functions that a contributor declares, in ascending order.
  package func functions(from origin: String) -> [Int] {
    implementations.indices.filter { index in
      let foreign = implementations[index].guest as? ForeignBinding
      guard case .function = foreign?.source else { return false }
      return graph.bindings[index].provenance.origin == origin
    }
  }

  /// Calls the function of a binding once, if its dependencies can be created.
  ///
  /// All side effects of the function, such as a crash, affect this process.
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

  /// Creates the binding's value in a new component instance, and releases it.
  private func call(_ index: Int) throws {
    // One linker for each call: a failure leaves it unusable.
    let linker = Linker(self)
    guard let linked = try? linker.linkAlone(index) else { return }
    let group = graph.resolution.groupsOfBindings[index]
    try typedKey(of: group).make(linked, in: linker.rootContext())
  }
}

extension Linker {
  /// Links one binding, regardless of the other bindings of its key.
  ///
  /// - Throws: When a dependency has a defect, has to be awaited or needs a seed.
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
