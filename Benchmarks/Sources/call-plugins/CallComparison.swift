import CBareCalls
import Cleanse
import Measuring

/// Calls through the graph against what else could be done, by the names under which the table asks for
/// them.
enum CallComparison: String, CaseIterable {
  /// Two parameters, and sixteen of many types, all bound as values.
  case area, mixed
  /// Two parameters, of which one is a shared instance and the other made at each call.
  case areaOfMade
  /// What C gets for a provider of a value, of something that is made each time, and of a shared instance.
  case total, totalOfMade, totalOfShared
  /// A shared instance that C has made, against one of Swift.
  case settled, label

  func measured(_ root: CallsComponent.Root) -> Comparison {
    switch self {
    case .area: compare(bare_area, 12, to: root.area, 12)
    case .mixed: compare(bare_mixed, 21, to: root.mixed, 21)
    case .areaOfMade: compare(bare_area, 12, to: root.areaOfMade, 3)
    case .total: compareClosure(to: root.total, 3)
    case .totalOfMade: compareClosure(to: root.totalOfMade, 3)
    case .totalOfShared: compareClosure(to: root.totalOfShared, 1)
    case .settled:
      Comparison(
        reference: { Self.add(root.settledInSwift, $0, 1) },
        subject: { Self.add(root.settled, $0, 1) })
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

  /// The function is called once for many calls of its closure.
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

  /// Uses the sum, so that computing it can't be left out.
  private static func check(_ sum: Double, _ expected: Double) {
    precondition(sum == expected, "a call had another result")
  }
}
