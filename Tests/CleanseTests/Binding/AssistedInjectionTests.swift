import CleanseTestSupport
import Cleanse
import Testing

@Suite("Assisted injection")
struct AssistedInjectionTests {
  @Test("the seed can be the first, a middle, the last, the only or a repeated parameter")
  func positions() throws {
    let root = try ComponentFactory.of(PositionsComponent.self).build(())
    #expect(root.first.build("seed").text == "seed 1 2.5")
    #expect(root.middle.build("seed").text == "1 seed 2.5")
    #expect(root.last.build("seed").text == "1 2.5 seed")
    #expect(root.alone.build("seed").text == "seed")
    #expect(root.twice.build("seed").text == "seed 1 seed")
  }

  @Test("a seed can be a tuple, and a value of the seed's type can be bound as well")
  func tuple() throws {
    let root = try ComponentFactory.of(TupleComponent.self).build(())
    #expect(root.pages.build((id: 7, name: "Ann")).text == "bound 7 Ann")
  }

  @Test("each build creates a new element from the graph's shared instances")
  func shared() throws {
    let root = try ComponentFactory.of(SharedComponent.self).build(())
    let (first, second) = (root.visits.get().build(1), root.visits.get().build(2))
    #expect(first !== second && first.log === second.log)
    #expect(first.number == 1 && second.number == 2)
    #expect(root.inner.build(()).build(3).log === first.log)
  }

  @Test("a factory keeps its dependencies alive, but no element")
  func lifetime() throws {
    weak var log: Log?
    weak var visit: Visit?
    var visits: Factory<Visit.Start>?
    do {
      let root = try ComponentFactory.of(SharedComponent.self).build(())
      visits = root.visits.get()
      let first = visits?.build(1)
      (log, visit) = (first?.log, first)
      #expect(log != nil)
    }
    #expect(visit == nil && log != nil)
    #expect(visits?.build(2).log === log)
    visits = nil
    #expect(log == nil)
  }

  @Test("a parameter for another seed is missing")
  func otherSeed() {
    #expect(findings(of: OtherSeedComponent.self).map(\.code) == [.missingBinding])
  }

  @Test("a closure of the seed alone needs no types")
  func untyped() throws {
    let pages = try ComponentFactory.of(Untyped.self).build(())
    #expect(pages.first.build("a").text == "a")
    #expect(pages.last.build("b").text == "b!")
  }

  // The seed that was passed to `build` was lost without a word.
  @Test("a seed that no parameter takes is an error")
  func unusedSeed() {
    let found = findings(of: UnusedSeedComponent.self)
    #expect(found.map(\.code) == [.unusedSeed, .unusedSeed])
    expectGolden(found.map(\.description).joined(separator: "\n"), "unused-seed")
  }
}

private struct Page {
  let text: String

  enum First: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }
  enum Middle: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }
  enum Last: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }
  enum Alone: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }
  enum Twice: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }
  enum Tuple: AssistedFactory {
    typealias Seed = (id: Int, name: String)
    typealias Element = Page
  }
}

private struct Positions {
  let first: Factory<Page.First>
  let middle: Factory<Page.Middle>
  let last: Factory<Page.Last>
  let alone: Factory<Page.Alone>
  let twice: Factory<Page.Twice>
}

private enum PositionsComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Double.self).to(value: 2.5)
    binder.bindFactory(Page.self).with(Page.First.self).to {
      (seed: Assisted<String>, a: Int, b: Double) in Page(text: "\(seed.get()) \(a) \(b)")
    }
    binder.bindFactory(Page.self).with(Page.Middle.self).to {
      (a: Int, seed: Assisted<String>, b: Provider<Double>) in
      Page(text: "\(a) \(seed.get()) \(b.get())")
    }
    binder.bindFactory(Page.self).with(Page.Last.self).to {
      (a: Int, b: Double, seed: Assisted<String>) in Page(text: "\(a) \(b) \(seed.get())")
    }
    binder.bindFactory(Page.self).with(Page.Alone.self).to { (seed: Assisted<String>) in
      Page(text: seed.get())
    }
    binder.bindFactory(Page.self).with(Page.Twice.self).to {
      (one: Assisted<String>, a: Int, other: Assisted<String>) in
      Page(text: "\(one.get()) \(a) \(other.get())")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Positions>) -> BindingReceipt<Positions> {
    bind.to(factory: Positions.init)
  }
}

private struct Tuples { let pages: Factory<Page.Tuple> }

private enum TupleComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "bound")
    binder.bindFactory(Page.self).with(Page.Tuple.self).to {
      (text: String, seed: Assisted<(id: Int, name: String)>) in
      Page(text: "\(text) \(seed.get().id) \(seed.get().name)")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Tuples>) -> BindingReceipt<Tuples> {
    bind.to(factory: Tuples.init)
  }
}

private final class Log {}

private final class Visit {
  let log: Log
  let number: Int
  init(log: Log, number: Assisted<Int>) {
    self.log = log
    self.number = number.get()
  }

  enum Start: AssistedFactory {
    typealias Seed = Int
    typealias Element = Visit
  }
}

private struct SharedRoot {
  let visits: Provider<Factory<Visit.Start>>
  let inner: ComponentFactory<Subcomponent>
}

private enum SharedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
    binder.bindFactory(Visit.self).with(Visit.Start.self).to(factory: Visit.init)
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<SharedRoot>
  ) -> BindingReceipt<SharedRoot> {
    bind.to(factory: SharedRoot.init)
  }
}

private struct InnerRoot {
  let visits: Factory<Visit.Start>
  func build(_ number: Int) -> Visit { visits.build(number) }
}

private enum Subcomponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<InnerRoot>) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}

private struct UntypedPages {
  let first: Factory<Page.First>
  let last: Factory<Page.Last>
}

private enum Untyped: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindFactory(Page.self).with(Page.First.self).to { Page(text: $0.get()) }
    binder.bindFactory(Page.self).with(Page.Last.self).to { (seed) -> Page in
      let text = seed.get()
      return Page(text: text + "!")
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<UntypedPages>
  ) -> BindingReceipt<UntypedPages> {
    bind.to(factory: UntypedPages.init)
  }
}

private enum UnusedSeedComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "graph")
    binder.bindFactory(Page.self).with(Page.First.self).to { (text: String) in Page(text: text) }
    binder.bindFactory(Page.self).with(Page.Middle.self).to { Page(text: "") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
    bind.to { (first: Factory<Page.First>, middle: Factory<Page.Middle>) in first.build("") }
  }
}

private enum OtherSeedComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindFactory(Page.self).with(Page.Alone.self).to { (seed: Assisted<Int>) in
      Page(text: "\(seed.get())")
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Page>
  ) -> BindingReceipt<Page> {
    bind.to { (pages: Factory<Page.Alone>) in pages.build("") }
  }
}
