import CleanseTestSupport
import Cleanse
import Testing

@Suite("Captive dependencies")
struct CaptiveDependencyTests {
  @Test("a shared binding with a captive dependency is reported with all locations")
  func reported() throws {
    let found = allFindings(of: Town.self).filter { $0.code == .captiveDependency }
    let graph = BindingGraph(of: Town.self)
    let bank = try #require(graph.bindings.first { $0.key.typeName.hasSuffix("Bank") }).id
    #expect(found.map(\.subject) == [.edge(binding: bank, request: 0)])
    expectGolden(found.map(\.description).joined(separator: "\n"), "captive-dependency")
  }

  @Test("an only dependent, a value, a struct, a shared instance and a provider are not reported")
  func quiet() {
    #expect(allFindings(of: Village.self).map(\.code) == [])
  }

  @Test("a captive dependency can be suppressed at the shared binding")
  func suppressed() {
    let found = allFindings(of: City.self)
    #expect(found.map(\.code) == [])
  }

  @Test("the graph records where values come from")
  func sources() {
    let sources = BindingGraph(of: Village.self).bindings.map { ($0.key.typeName, $0.source) }
    for (name, source) in [
      ("Value", Binding.Source.value), ("Provided", .provider), ("Purse", .factory),
    ] {
      #expect(sources.first { $0.0.hasSuffix(name) }?.1 == source)
    }
  }
}

private final class Ledger: Sendable {}
private final class Bank: Sendable { init(ledger: Ledger) {} }

private enum TownModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Ledger.self).to(factory: Ledger.init)
    binder.bind(Bank.self).sharedInScope().to(factory: Bank.init)
    binder.bind(Int.self).to { (ledger: Ledger?) in 1 }
  }
}

private enum Town: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: TownModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (bank: Bank, number: Int, ledgers: Provider<Ledger>) in "" }
  }
}

private final class Purse: Sendable {}
private final class Value: Sendable {}
private final class Provided: Sendable {}
private final class Shared: Sendable {}
private struct Coin {}
private final class Minted: Sendable {}

private enum Village: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Purse.self).to(factory: Purse.init)
    binder.bind(Value.self).to(value: Value())
    binder.bind(Provided.self).to(provider: Provider(value: Provided()))
    binder.bind(Shared.self).sharedInScope().to(factory: Shared.init)
    binder.bind(Coin.self).to(factory: Coin.init)
    binder.bind(Minted.self).to(factory: Minted.init)
    binder.bind(Int.self).sharedInScope().to {
      (
        one: Purse, other: Purse, value: Value, provided: Provided, shared: Shared, coin: Coin,
        made: Provider<Minted>
      ) in 1
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to {
      (number: Int, value: Value, provided: Provided, shared: Shared, coin: Coin, made: Minted) in
      ""
    }
  }
}

private enum City: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Ledger.self).to(factory: Ledger.init)
    binder.bind(Bank.self).sharedInScope()
      .suppressing(.captiveDependency, because: "each keeps its own ledger").to(factory: Bank.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (bank: Bank, ledger: Ledger) in "" }
  }
}
