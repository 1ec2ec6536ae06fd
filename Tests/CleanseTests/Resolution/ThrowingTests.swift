import CleanseTestSupport
import Cleanse
import Testing

@Suite("Throwing factories")
struct ThrowingTests {
  @Test("build throws an error with the path to it")
  func build() throws {
    let factory = try ComponentFactory.of(App.self)
    let error = #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try factory.build(()) }
    }
    #expect(error?.underlying as? Disk.Broken == Disk.Broken())
    #expect(
      error?.path.map(\.name) == ["CleanseTests.Server", "CleanseTests.Store", "CleanseTests.Disk"])
    #expect(error?.path.last?.location?.file == "CleanseTests/ThrowingTests.swift")
    #expect(try factory.build(()).store.disk.name == "sda")
  }

  @Test("a throwing provider throws to its caller, and tries again the next time")
  func provider() throws {
    let reader = try ComponentFactory.of(Reading.self).build(())
    #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try reader.disk.get() }
    }
    #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try reader.tagged.get() }
    }
    let disk = try reader.disk.get()
    #expect(try reader.disk.get() === disk)
    #expect(try reader.tagged.get().name == "sda")
    // A binding that can't throw can be requested in this form as well.
    #expect(try reader.name.get() == "sda")
  }

  @Test("requesters that wait for an instance that fails try on their own")
  func contention() async throws {
    let factory = try ComponentFactory.of(Contended.self)
    for _ in 0..<50 {
      Contended.attempts.withLock { $0 = 0 }
      let provider = factory.build(()).0
      let results = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<4 { group.addTask { try? provider.get().number } }
        var results: [Int?] = []
        for await result in group { results.append(result) }
        return results
      }
      // The first attempt fails, the second one creates the only instance.
      #expect(results.compactMap { $0 }.allSatisfy { $0 == 2 })
      #expect(results.count { $0 == nil } == 1)
    }
  }

  @Test("an assisted factory can be declared as throwing")
  func assisted() throws {
    let pages = try ComponentFactory.of(Pages.self).build(()).pages
    #expect(try pages.build("index").title == "index on sda")
    let error = #expect(throws: ResolutionError.self) { try pages.build("") }
    #expect(error?.underlying is Untitled)
    #expect(
      error?.path.map(\.name) == ["Cleanse.Factory<CleanseTests.PageFactory>"])
    #expect(error?.path.last?.location?.file == "CleanseTests/ThrowingTests.swift")
    #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try pages.build("index") }
    }
  }

  @Test("a factory that a test makes can fail like one of a graph")
  func double() {
    let pages = Factory<PageFactory> { _ throws(ResolutionError) in
      throw ResolutionError(underlying: CancellationError())
    }
    let error = #expect(throws: ResolutionError.self) { try pages.build("index") }
    #expect(error?.underlying is CancellationError)
    #expect(error?.path.isEmpty == true)
  }

  @Test("a contribution's error is the collection's error")
  func collection() throws {
    let factory = try ComponentFactory.of(Collecting.self)
    #expect(try factory.build(()).all.map(\.name) == ["first", "second", "sda"])
    #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try factory.build(()) }
    }
  }

  @Test("a subcomponent declares on its own whether it throws")
  func subcomponent() throws {
    let sessions = try ComponentFactory.of(Outer.self).build(()).inner
    #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try sessions.build(()) }
    }
    #expect(try sessions.build(()).disk.name == "sda")
  }

  @Test("a requester that can't handle an error is reported with the path to its origin")
  func findings() throws {
    let found = CleanseTests.findings(of: Careless.self)
    #expect(Set(found.map(\.code)) == [.unhandledError])
    expectGolden(found.map(\.description).joined(separator: "\n"), "unhandled-error")
  }

  @Test("without validation, linking rejects a requester that can't handle an error")
  func unvalidated() {
    #expect(throws: ValidationError.self) {
      try ComponentFactory.of(Careless.self, validate: false)
    }
  }

  @Test("the fix for a plain assisted factory of fallible dependencies is to make it throw")
  func assistedFix() {
    let found = CleanseTests.findings(of: Unready.self).filter { $0.code == .unhandledError }
    #expect(found.count == 1)
    #expect(
      found.first?.fix?.hasSuffix(
        "or make CleanseTests.UnreadyFactory conform to ThrowingAssistedFactory") == true)
  }

  @Test("the text of an error has the path")
  func text() throws {
    let factory = try ComponentFactory.of(App.self)
    let error = #expect(throws: ResolutionError.self) {
      try Disk.$isBroken.withValue(true) { try factory.build(()) }
    }
    expectGolden(error.map(String.init(describing:)) ?? "", "resolution-error")
  }
}

private final class Disk: Sendable {
  struct Broken: Error, Hashable {}
  @TaskLocal static var isBroken = false

  let name: String

  init(name: String = "sda") throws(Broken) {
    guard !Self.isBroken else { throw Broken() }
    self.name = name
  }
}

private struct Store { let disk: Disk }
private struct Server { let store: Store }

private enum App: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Disk.self).sharedInScope().to { try Disk() }
    binder.bind(Store.self).to(factory: Store.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
    bind.to(factory: Server.init)
  }
}

private enum SpareDisk: Cleanse.Tag { typealias Element = Disk }

private struct Reader {
  let disk: ThrowingProvider<Disk>
  let tagged: TaggedThrowingProvider<SpareDisk>
  let name: ThrowingProvider<String>
}

private enum Reading: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Disk.self).sharedInScope().to { try Disk() }
    binder.bind(Disk.self).tagged(with: SpareDisk.self).to { try Disk() }
    binder.bind(String.self).to(value: "sda")
  }

  static func configureRoot(binder bind: ReceiptBinder<Reader>) -> BindingReceipt<Reader> {
    bind.to(factory: Reader.init)
  }
}

private final class Attempt: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

private struct FirstFails: Error {}

private enum Contended: RootComponent {
  typealias Root = (ThrowingProvider<Attempt>, Int)
  static let attempts = Guarded(0)

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Attempt.self).sharedInScope().to {
      let number = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      guard number > 1 else { throw FirstFails() }
      return Attempt(number: number)
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to { (provider: ThrowingProvider<Attempt>) in (provider, 0) }
  }
}

private struct Untitled: Error {}
private struct Page { let title: String }
private struct Library { let pages: Factory<PageFactory> }

private enum PageFactory: ThrowingAssistedFactory {
  typealias Seed = String
  typealias Element = Page
}

private enum Pages: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Disk.self).to { try Disk() }
    binder.bindFactory(Page.self).with(PageFactory.self).to {
      (title: Assisted<String>, disk: Disk) in
      guard !title.get().isEmpty else { throw Untitled() }
      return Page(title: "\(title.get()) on \(disk.name)")
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Library>) -> BindingReceipt<Library> {
    bind.to(factory: Library.init)
  }
}

private struct Disks { let all: [Disk] }

private enum Collecting: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Disk.self).intoCollection().ordered(1).to { try Disk() }
    binder.bind(Disk.self).intoCollection().to { try [Disk(name: "first"), Disk(name: "second")] }
  }

  static func configureRoot(binder bind: ReceiptBinder<Disks>) -> BindingReceipt<Disks> {
    bind.to(factory: Disks.init)
  }
}

private struct Sessions { let inner: ComponentFactory<Inner> }

private enum Outer: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Disk.self).sharedInScope().to { try Disk() }
    binder.install(dependency: Inner.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Sessions>) -> BindingReceipt<Sessions> {
    bind.to(factory: Sessions.init)
  }
}

private enum Inner: Component, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {}

  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to(factory: Store.init)
  }
}

private struct Printer { let disk: Provider<Disk> }
private struct Scanner { let disk: () -> Store }
private final class Screen: @unchecked Sendable {
  // Safety: used by one thread.
  var store: Store?
}

private enum PlainFactory: AssistedFactory {
  typealias Seed = Int
  typealias Element = Page
}

private struct Needy {
  let printer: Printer
  let scanner: Scanner
  let screen: PropertyInjector<Screen>
  let pages: Factory<PlainFactory>
  let spare: TaggedProvider<SpareDisk>
  let inner: ComponentFactory<QuietInner>
  let store: Store
}

/// Every kind of requester that can't pass an error on.
private enum Careless: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Disk.self).to { try Disk() }
    binder.bind(Disk.self).tagged(with: SpareDisk.self).to { try Disk() }
    binder.bind(Store.self).to(factory: Store.init)
    binder.bind(Printer.self).to(factory: Printer.init)
    binder.bind(Scanner.self).to(factory: Scanner.init)
    binder.bindPropertyInjectionOf(Screen.self).to { (screen: Screen, store: Store) in
      screen.store = store
    }
    binder.bindFactory(Page.self).with(PlainFactory.self).to { (number: Assisted<Int>) in
      guard number.get() > 0 else { throw Untitled() }
      return Page(title: "page \(number.get())")
    }
    binder.install(dependency: QuietInner.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Needy>) -> BindingReceipt<Needy> {
    bind.to(factory: Needy.init)
  }
}

private enum QuietInner: Component {
  static func configure(binder: Binder<Unscoped>) {}

  static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
    bind.to(factory: Server.init)
  }
}

private enum UnreadyFactory: AssistedFactory {
  typealias Seed = Int
  typealias Element = String
}

private enum Unready: RootComponent {
  struct Failed: Error {}

  static func configure(binder: Binder<Unscoped>) {
    binder.bind(UInt8.self).to { throw Failed() }
    binder.bindFactory(String.self).with(UnreadyFactory.self).to {
      (seed: Assisted<Int>, number: UInt8) in "\(seed.get()) \(number)"
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<[Factory<UnreadyFactory>]>
  ) -> BindingReceipt<[Factory<UnreadyFactory>]> {
    bind.to { (factory: Factory<UnreadyFactory>) in [factory] }
  }
}
