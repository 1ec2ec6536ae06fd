import CleanseGraph

/// The number of a shared instance among those of its component instance.
///
/// Cells are numbered in the order of linking, so the dependencies of an instance have smaller numbers.
@frozen package struct Cell: Hashable, Sendable {
  private let index: Int32

  package init(_ number: Int) {
    index = Int32(number)
  }

  var number: Int { Int(index) }
}

/// The reach of a context: the cells with smaller numbers.
@frozen package struct Level: Hashable, Comparable, Sendable {
  private let limit: Int32

  /// The level that reaches all of a number of cells.
  package init(reaching count: Int) {
    limit = Int32(count)
  }

  /// The level with which the instance of the cell is made, which does not reach the instance itself.
  init(below cell: Cell) {
    self.init(reaching: cell.number)
  }

  /// The lowest level that reaches the cell.
  init(including cell: Cell) {
    self.init(reaching: cell.number + 1)
  }

  var count: Int { Int(limit) }

  func reaches(_ cell: Cell) -> Bool { cell.number < count }

  package static func < (left: Level, right: Level) -> Bool { left.limit < right.limit }
}

/// The place of the weak reference that the weak providers of one group read, in a component instance.
@frozen package struct WeakSlot: Hashable, Sendable {
  private let group: GroupIndex

  init(group: GroupIndex) {
    self.group = group
  }
}
