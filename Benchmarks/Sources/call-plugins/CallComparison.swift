import CBareCalls
import Cleanse
import Measuring

/// Comparisons of calls through the graph with their alternatives, by the names that the table uses.
enum CallComparison: String, CaseIterable {
  /// Two parameters, and sixteen of many types, all bound as values.
  case area, mixed
  /// Two parameters: a shared instance, and one created at each call.
  case areaOfMade
  /// Providers passed to C: of a value, of a number created at each call, and of a shared instance.
  case total, totalOfMade, totalOfShared
  /// A shared instance created by C, compared with one created by Swift.
  case shared, label

  func measured(_ root: CallsComponent.Root) -> Comparison {
    switch self {
    case .area: compare(bare_area, 12, to: root.area, 12)
    case .mixed: compare(bare_mixed, 21, to: root.mixed, 21)
    case .areaOfMade: compare(bare_area, 12, to: root.areaOfMade, 3)
    case .total: compareClosure(to: root.total, 3)
    case .totalOfMade: compareClosure(to: root.totalOfMade, 3)
    case .totalOfShared: compareClosure(to: root.totalOfShared, 1)
    case .shared:
      Comparison(
        reference: { Self.add(root.sharedInSwift, $0, 1) },
        subject: { Self.add(root.shared, $0, 1) })
    case .label:
      Comparison(
        reference: { Self.read(root.labelInSwift, $0) }, subject: { Self.read(root.label, $0) })
    }
  }

  private func compare<T: Tag>(
    _ bare: (Int64) -> Double, _ bareResult: Double, to provider: TaggedProvider<T>,
    _ result: Double
  ) -> Comparison where T.Element == Double {
    Comparison(
      reference: { Self.check(bare(Int64($0)), bareResult * Double($0)) },
      subject: { Self.add(provider, $0, result) })
  }

  /// Compares calls of a closure: the function is called once for many of them.
  private func compareClosure<T: Tag>(
    to provider: TaggedThrowingProvider<T>, _ result: Double
  ) -> Comparison where T.Element == Double {
    let count = CallsComponent.count
    return Comparison(
      reference: { for _ in 0..<$0 { Self.check(bare_total(count), 3 * Double(count)) } },
      subject: { for _ in 0..<$0 { Self.check(Self.made(provider), result * Double(count)) } })
  }

  @inline(__always)
  private static func add<T: Tag>(
    _ provider: TaggedProvider<T>, _ times: Int, _ result: Double
  ) where T.Element == Double {
    var sum = 0.0
    for _ in 0..<times { sum += provider.get() }
    check(sum, result * Double(times))
  }

  @inline(__always)
  private static func read<T: Tag>(
    _ provider: TaggedThrowingProvider<T>, _ times: Int
  ) where T.Element == String {
    var sum = 0
    for _ in 0..<times { sum += made(provider).utf8.count }
    check(Double(sum), Double(28 * times))
  }

  @inline(__always)
  private static func made<T: Tag>(_ provider: TaggedThrowingProvider<T>) -> T.Element {
    do { return try provider.get() } catch { fatalError("\(error)") }
  }

  /// Uses the sum, so that its computation can't be eliminated.
  private static func check(_ sum: Double, _ expected: Double) {
    precondition(sum == expected, "a call had another result")
  }
}
