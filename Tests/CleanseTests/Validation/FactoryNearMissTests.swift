import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Functions that assisted factories could be")
struct FactoryNearMissTests {
  // The fix was only to bind the function.
  @Test(
    "for a function, the fix is to request the assisted factory that takes and returns the same")
  func functions() {
    let found = findings(of: Desk.self).filter { $0.code == .missingBinding }
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-factories")
  }

  @Test("a factory of a subcomponent and one of several are near misses, and not the fix")
  func undecided() {
    let found = findings(of: Office.self).filter { $0.code == .missingBinding }
    let near = found.map { $0.notes.map(\.message).filter { $0.hasPrefix("near: ") } }
    #expect(near.map(\.count) == [1, 2])
    #expect(found.allSatisfy { $0.fix?.hasPrefix("add a binding: ") == true })
  }

  @Test(
    "effects, and the labels of a tuple, are no difference between functions",
    arguments: [
      ("@Sendable (Int) -> A", "(Int) async throws -> A", true),
      ("(Int) throws(E) -> A", "(Int) -> A", true),
      ("((left: A, right: (B, C))) -> A", "(A, (B, C)) -> A", true),
      ("((Int) -> Int) -> A?", "((Int) -> Int) throws -> A?", true),
      ("(((A, B), (C, D))) -> E", "((A, B), (C, D)) -> E", true),
      ("(()) -> A", "() throws -> A", true),
      ("(Int) -> A", "(Int) -> B", false), ("(Int) -> A", "(UInt) -> A", false),
      ("((Int) -> Int) -> A", "(Int) -> Int", false), ("(Int) -> () -> A", "(Int) -> A", false),
    ])
  func shapes(left: String, right: String, areEqual: Bool) {
    #expect(FunctionShape(left) != nil)
    #expect((FunctionShape(left) == FunctionShape(right)) == areEqual)
  }

  @Test(
    "other types and other texts have no shape of a function",
    arguments: ["Int", "(A, B)", "(A, B)?", "[(A) -> B]", "((A) -> B)?", "(", "(A", "(A) > B", ""])
  func others(name: String) {
    #expect(FunctionShape(name) == nil)
  }
}

private struct Sheet {}

private enum BlankSheet: AssistedFactory {
  typealias Seed = Int
  typealias Element = Sheet
}

private struct Spread {}

private enum BlankSpread: ThrowingAssistedFactory {
  typealias Seed = (left: Int8, right: [Int8])
  typealias Element = Spread
}

/// Requests functions of what assisted factories make, and one that none of them is.
private enum Desk: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindFactory(Sheet.self).with(BlankSheet.self).to { (_: Assisted<Int>) in Sheet() }
    binder.bindFactory(Spread.self).with(BlankSpread.self).to {
      (_: Assisted<BlankSpread.Seed>) in Spread()
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        sheet: @escaping @Sendable (Int) -> Sheet, throwing: @escaping (Int) throws -> Sheet,
        spread: @escaping (Int8, [Int8]) -> Spread, other: @escaping (UInt) -> Sheet
      ) in 1
    }
  }
}

private enum LinedSpread: AssistedFactory {
  typealias Seed = (Int8, [Int8])
  typealias Element = Spread
}

private struct DrawerScope: Scope {}

private enum Drawer: Component {
  static func configure(binder: Binder<DrawerScope>) {
    binder.bindFactory(Sheet.self).with(BlankSheet.self).to { (_: Assisted<Int>) in Sheet() }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (_: Factory<BlankSheet>) in "" }
  }
}

/// Requests a function that only a subcomponent's factory is, and one that two factories are.
private enum Office: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: Drawer.self)
    binder.bindFactory(Spread.self).with(BlankSpread.self).to {
      (_: Assisted<BlankSpread.Seed>) in Spread()
    }
    binder.bindFactory(Spread.self).with(LinedSpread.self).to {
      (_: Assisted<LinedSpread.Seed>) in Spread()
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        sheet: @escaping (Int) -> Sheet, spread: @escaping (Int8, [Int8]) -> Spread,
        _: ComponentFactory<Drawer>, _: Factory<BlankSpread>, _: Factory<LinedSpread>
      ) in 1
    }
  }
}
