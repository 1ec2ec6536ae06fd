import CleanseTestSupport
import Cleanse
import Testing

@Suite("Shared values in a cycle")
struct CyclicValueTests {
  @Test("a shared structure and a shared enumeration in a cycle with themselves are errors")
  func findings() throws {
    let found = CleanseTests.findings(of: Cyclic.self)
    #expect(found.map(\.code) == [.cyclicValue, .cyclicValue])
    expectGolden(found.map(\.description).joined(separator: "\n"), "cyclic-value")
  }

  @Test("so is a shared structure in a cycle through a weak request that makes its object")
  func weak() {
    #expect(CleanseTests.findings(of: Weak.self).map(\.code) == [.cyclicValue])
  }

  @Test("a shared class and an unshared value in a cycle are not errors")
  func none() {
    #expect(CleanseTests.findings(of: Sound.self).isEmpty)
  }
}

private struct Settings: Sendable {
  let pages: Provider<Page>
}

private enum Level: Sendable {
  case plain(ThrowingProvider<Page>)
}

private final class Page: Sendable {
  init(settings: Settings, level: Level) {}
}

private struct Root { let page: Page }

private enum Cyclic: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Settings.self).sharedInScope().to(factory: Settings.init)
    binder.bind(Level.self).sharedInScope().to { (pages: ThrowingProvider<Page>) in .plain(pages) }
    binder.bind(Page.self).to(factory: Page.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}

private struct Tab: Sendable {
  let windows: Provider<Window>
}

private final class Window: Sendable {
  let tab: WeakProvider<Tab>
  init(tab: WeakProvider<Tab>) { self.tab = tab }
}

/// If the validation passed, the provider of a tab could not find the tab again that the weak provider made.
private enum Weak: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Tab.self).sharedInScope().to(factory: Tab.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Window>) -> BindingReceipt<Window> {
    bind.to(factory: Window.init)
  }
}

private enum Sound: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Settings.self).to(factory: Settings.init)
    binder.bind(Level.self).to { (pages: ThrowingProvider<Page>) in .plain(pages) }
    binder.bind(Page.self).sharedInScope().to(factory: Page.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
