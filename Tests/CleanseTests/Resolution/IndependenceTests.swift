import Cleanse
import Testing

@Suite("Independence")
struct IndependenceTests {
  @Test("concurrent tests can replace the same binding independently")
  func replacements() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let factory = try ComponentFactory.of(AppComponent.self) { binder in
            binder.bind(Int.self).to(value: number)
          }
          let (one, other) = (factory.build(()), factory.build(()))
          await Task.yield()
          #expect(one.number.get() == number && other.number.get() == number)
          #expect(one.log.get() === one.log.get() && one.log.get() !== other.log.get())
        }
      }
      try await group.waitForAll()
    }
    #expect(try ComponentFactory.of(AppComponent.self).build(()).number.get() == -1)
  }

  @Test("a replacement in one graph does not affect a factory created before")
  func earlierFactory() throws {
    let before = try ComponentFactory.of(AppComponent.self)
    let replaced = try ComponentFactory.of(AppComponent.self) { binder in
      binder.bind(Int.self).to(value: 1)
    }
    #expect(before.build(()).number.get() == -1)
    #expect(replaced.build(()).number.get() == 1)
  }
}

private final class Log: Sendable {}

private struct App {
  let number: Provider<Int>
  let log: Provider<Log>
}

private enum AppComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).to(value: -1)
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
    bind.to(factory: App.init)
  }
}
