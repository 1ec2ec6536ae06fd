/// The index of a group in ``Resolution/groups``.
@frozen package struct GroupIndex: Hashable, Comparable, Sendable {
  /// Half of the size of an `Int`: a graph has one for each binding.
  private let index: Int32

  init(_ number: Int) {
    index = Int32(number)
  }

  /// The index as a number, for tables with an element for each group.
  package var number: Int { Int(index) }

  package static func < (left: GroupIndex, right: GroupIndex) -> Bool { left.index < right.index }
}

extension Array where Element == Resolution.Group {
  package subscript(index: GroupIndex) -> Resolution.Group {
    @inline(__always) get { self[index.number] }
    @inline(__always) _modify { yield &self[index.number] }
  }
}

/// The indices of all groups of a graph.
@frozen package struct GroupIndices: Sequence, IteratorProtocol {
  private let count: Int
  private var position = 0

  init(count: Int) {
    self.count = count
  }

  package mutating func next() -> GroupIndex? {
    guard position < count else { return nil }
    position += 1
    return GroupIndex(position - 1)
  }
}
