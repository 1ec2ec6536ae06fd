/// The index of a group in ``Resolution/groups``.
@frozen package struct GroupIndex: GraphIndex {
  /// Half of the size of an `Int`: a graph has one for each binding.
  private let index: UInt32

  package init(_ number: Int) {
    index = UInt32(exactly: number) ?? .max
  }

  /// The index as a number, for tables with an element for each group.
  package var number: Int { Int(index) }
}

extension Array where Element == Resolution.Group {
  package subscript(index: GroupIndex) -> Resolution.Group {
    @inline(__always) get { self[index.number] }
    @inline(__always) _modify { yield &self[index.number] }
  }
}
