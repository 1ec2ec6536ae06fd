import Cleanse
import Foundation
import Testing

@Suite("Repeated builds")
struct RepeatedBuildTests {
  /// A million in a full test run. `scripts/bench memory` checks the heap after as many.
  private static let count =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == nil ? 50_000 : 1_000_000

  @Test("repeated builds leave no instances behind")
  func instances() throws {
    let factory = try ComponentFactory.of(Shop.self)
    for _ in 0..<Self.count {
      let shop = factory.build(())
      withExtendedLifetime(shop.sessions.build("Ann")) {}
    }
    #expect(Log.made.withLock { $0 } == Self.count)
    #expect(Log.alive.withLock { $0 } == 0)
  }
}

private final class Log: Sendable {
  static let made = Guarded(0)
  static let alive = Guarded(0)

  init() {
    Self.made.withLock { $0 += 1 }
    Self.alive.withLock { $0 += 1 }
  }

  deinit { Self.alive.withLock { $0 -= 1 } }
}

private struct Shop: Sendable {
  let log: Log
  let sessions: ComponentFactory<Session>
}

private struct Customer {
  let name: String
  let log: Log
}

extension Shop: RootComponent {
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
    binder.install(dependency: Session.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
    bind.to(factory: Shop.init)
  }
}

private enum Session: Component {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Customer>) -> BindingReceipt<Customer> {
    bind.to(factory: Customer.init)
  }
}
