@testable import Cleanse
@testable import CleanseGraph
// The literals of the other indices, for all tests.
@_exported public import CleanseGraphTestSupport

extension Cell: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}

extension Level: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int) { self.init(reaching: count) }
}

extension GroupIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}

extension WeakSlot: ExpressibleByIntegerLiteral {
  public init(integerLiteral group: Int) { self.init(group: GroupIndex(group)) }
}

extension ComponentStorage {
  /// Whether no context reaches any cell.
  var isUnreached: Bool { context(reaching: 1, inside: nil) == nil }
}
