import CleanseGraph

extension Linker {
  /// Links one binding, regardless of the other bindings of its key.
  ///
  /// - Throws: When a dependency has a defect, has to be awaited or needs a seed.
  package func linkAlone(_ index: BindingIndex) throws(Failure) -> AnyObject {
    guard resolution.defects[index] == nil else { throw Failure() }
    for answer in resolution.answers(of: index) {
      guard answer.defect == nil else { throw Failure() }
      if let group = answer.group, !answer.isAbsent { _ = try link(group: group) }
    }
    guard resolution.effects[index.number].isWithin(.throwing), !needsSeed, awaitsNothing else {
      throw Failure()
    }
    return link(binding: index, weakSlot: nil)
  }
}
