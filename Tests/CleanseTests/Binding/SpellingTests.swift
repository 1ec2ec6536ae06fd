import Cleanse
import Testing

/// The key of a binding follows from the factory's result, in every spelling.
@Suite("Spellings of a binding")
struct SpellingTests {
  @Test("a factory binds its result, whatever its form", arguments: Self.factories)
  func makes(_ spelling: Spelling) async throws { try await expect(spelling) }

  @Test("a contributing factory adds its result", arguments: Self.contributions)
  func contributes(_ spelling: Spelling) async throws { try await expect(spelling) }

  @Test("a binding labelled as a value or a provider binds exactly that", arguments: Self.values)
  func labelled(_ spelling: Spelling) async throws { try await expect(spelling) }

  @Test("a closure after configureRoot provides the root")
  func roots() async throws {
    #expect(try ComponentFactory.of(PlainRoot.self).build(()) == Conf("none"))
    #expect(try ComponentFactory.of(DependentRoot.self).build(()) == Conf("2 two"))
    #expect(try ComponentFactory.of(ThrowingRoot.self).build(()) == Conf("2"))
    #expect(try await ComponentFactory.of(AsyncRoot.self).build(()) == Conf("two"))
    let graphs = [
      BindingGraph(of: PlainRoot.self), BindingGraph(of: DependentRoot.self),
      BindingGraph(of: ThrowingRoot.self), BindingGraph(of: AsyncRoot.self),
    ]
    #expect(graphs.map { $0.bindings.last?.source } == Array(repeating: .factory, count: 4))
    #expect(graphs.map { $0.bindings.last?.effect } == [nil, nil, .throwing, .asynchronous])
  }

  private func expect(_ spelling: Spelling) async throws {
    let outcome = try await spelling.outcome()
    #expect(outcome.binding.key.description == spelling.key)
    #expect(outcome.binding.source == spelling.source)
    #expect(outcome.binding.effect == spelling.effect)
    #expect(outcome.value == spelling.value)
  }

  private static let conf = "CleanseTests.Conf"
  private static let text: @Sendable (Conf) -> String = { $0.text }
  private static let texts: @Sendable ([Conf]) -> String = { all in
    all.map(\.text).joined(separator: ", ")
  }

  static let factories: [Spelling] = [
    Spelling("bind().to { … }", key: conf, gives: "none", text) {
      $0.bind().to { Conf("none") }
    },
    Spelling("bind().to { (A) in … }", key: conf, gives: "2", text) {
      $0.bind().to { (number: Int) in Conf("\(number)") }
    },
    Spelling("bind().to { (A, B) in … }", key: conf, gives: "2 two", text) {
      $0.bind().to { (number: Int, name: String) in Conf("\(number) \(name)") }
    },
    Spelling("bind().to { (A) in …; return … }", key: conf, gives: "3", text) {
      $0.bind().to { (number: Int) in
        let next = number + 1
        return Conf("\(next)")
      }
    },
    Spelling(
      "bind().to { () throws -> T in … }", key: conf, effect: .throwing, gives: "none", text
    ) {
      $0.bind().to { () throws -> Conf in Conf("none") }
    },
    Spelling("bind().to { (A) throws in … }", key: conf, effect: .throwing, gives: "2", text) {
      $0.bind().to { (number: Int) throws in
        let text = "\(number)"
        return Conf(text)
      }
    },
    Spelling(
      "bind().to { () async -> T in … }", key: conf, effect: .asynchronous, gives: "none", text
    ) {
      $0.bind().to { () async -> Conf in Conf("none") }
    },
    Spelling(
      "bind().to { (A) async throws in … }", key: conf, effect: .asynchronous, gives: "2", text
    ) {
      $0.bind().to { (number: Int) async throws in Conf("\(number)") }
    },
    Spelling("bind().to(factory: function)", key: conf, gives: "2", text) {
      $0.bind().to(factory: makeConf)
    },
    Spelling("bind().to(factory: T.init)", key: conf, gives: "two", text) {
      $0.bind().to(factory: Conf.init)
    },
    Spelling("bind(T.self).to { … }", key: conf, gives: "none", text) {
      $0.bind(Conf.self).to { Conf("none") }
    },
    Spelling(
      "bind(T.self).to { (A) async in … }", key: conf, effect: .asynchronous, gives: "2", text
    ) {
      $0.bind(Conf.self).to { (number: Int) async in Conf("\(number)") }
    },
    Spelling(
      "bind(any P.self).to { … }", key: "any CleanseTests.Named", gives: "none",
      { (named: any Named) in named.text },
      bind: { $0.bind((any Named).self).to { Conf("none") } }),
    Spelling("bind().sharedInScope().to { … }", key: conf, gives: "none", text) {
      $0.bind().sharedInScope().to { Conf("none") }
    },
    Spelling("bind().sharedInScope().to { (A) in … }", key: conf, gives: "2", text) {
      $0.bind().sharedInScope().to { (number: Int) in Conf("\(number)") }
    },
    Spelling(
      "bind().sharedInScope().to { () async in … }", key: conf, effect: .asynchronous,
      gives: "none", text
    ) {
      $0.bind().sharedInScope().to { () async in Conf("none") }
    },
    Spelling(
      "bind().tagged(with:).to { … }", key: "\(conf) tagged CleanseTests.First", gives: "none",
      { (provider: TaggedProvider<First>) in provider.get().text },
      bind: { $0.bind().tagged(with: First.self).to { Conf("none") } }),
    Spelling(
      "bind().tagged(with:).sharedInScope().to { (A) in … }",
      key: "\(conf) tagged CleanseTests.First", gives: "2",
      { (provider: TaggedProvider<First>) in provider.get().text },
      bind: {
        $0.bind().tagged(with: First.self).sharedInScope().to { (number: Int) in
          Conf("\(number)")
        }
      }),
    Spelling(
      "bind().to { a provider }", key: "Cleanse.Provider<\(conf)>", gives: "none",
      { (provider: Provider<Conf>) in provider.get().text },
      bind: { $0.bind().to { Provider(value: Conf("none")) } }),
  ]

  static let contributions: [Spelling] = [
    Spelling("bind().intoCollection().to { … }", key: "[\(conf)]", gives: "none", texts) {
      $0.bind().intoCollection().to { Conf("none") }
    },
    Spelling("bind().intoCollection().to { (A) in … }", key: "[\(conf)]", gives: "2", texts) {
      $0.bind().intoCollection().to { (number: Int) in Conf("\(number)") }
    },
    Spelling(
      "bind().intoCollection().to { (A) in …; return … }", key: "[\(conf)]", gives: "3", texts
    ) {
      $0.bind().intoCollection().to { (number: Int) in
        let next = number + 1
        return Conf("\(next)")
      }
    },
    Spelling(
      "bind().intoCollection().to { (A) throws -> T in … }", key: "[\(conf)]", effect: .throwing,
      gives: "2", texts
    ) {
      $0.bind().intoCollection().to { (number: Int) throws -> Conf in Conf("\(number)") }
    },
    Spelling(
      "bind().intoCollection().sharedInScope().to { (A) async in … }", key: "[\(conf)]",
      effect: .asynchronous, gives: "2", texts
    ) {
      $0.bind().intoCollection().sharedInScope().to { (number: Int) async in Conf("\(number)") }
    },
    Spelling(
      "bind(T.self).intoCollection().to { several }", key: "[\(conf)]", gives: "2, two", texts
    ) {
      $0.bind(Conf.self).intoCollection().to { (number: Int, name: String) in
        [Conf("\(number)"), Conf(name)]
      }
    },
    Spelling(
      "bind().intoCollection().tagged(with:).to { (A) in … }",
      key: "[\(conf)] tagged CleanseTests.All", gives: "2",
      { (provider: TaggedProvider<All>) in texts(provider.get()) },
      bind: {
        $0.bind().intoCollection().tagged(with: All.self).to { (number: Int) in Conf("\(number)") }
      }),
    Spelling(
      "bind().intoCollection().to(factory: T.init)", key: "[\(conf)]", gives: "two", texts
    ) {
      $0.bind().intoCollection().to(factory: Conf.init)
    },
    Spelling(
      "bind(T.self).intoSet().to { (A) in … }", key: "Set<\(conf)>", gives: "2",
      { (all: Set<Conf>) in texts(Array(all)) },
      bind: { $0.bind(Conf.self).intoSet().to { (number: Int) in Conf("\(number)") } }),
    Spelling(
      "bind().intoDictionary(key:).to { (A) in … }", key: "[String: \(conf)]", gives: "2",
      { (all: [String: Conf]) in all["a"]?.text ?? "" },
      bind: { $0.bind().intoDictionary(key: "a").to { (number: Int) in Conf("\(number)") } }),
  ]

  static let values: [Spelling] = [
    Spelling("bind().to(value:)", key: conf, source: .value, gives: "value", text) {
      $0.bind().to(value: Conf("value"))
    },
    Spelling("bind().to(provider:)", key: conf, source: .provider, gives: "value", text) {
      $0.bind().to(provider: Provider(value: Conf("value")))
    },
    Spelling(
      "bind((() -> T).self).to(value: { … })", key: "() -> \(conf)", source: .value,
      gives: "value", { (make: () -> Conf) in make().text },
      bind: { $0.bind((() -> Conf).self).to(value: { Conf("value") }) }),
    Spelling(
      "bind((A -> T).self).to(value: function)", key: "(String) -> \(conf)", source: .value,
      gives: "argument", { (make: (String) -> Conf) in make("argument").text },
      bind: { $0.bind(((String) -> Conf).self).to(value: Conf.init) }),
    Spelling(
      "bind((() -> T).self).to { { … } }", key: "() -> \(conf)", gives: "none",
      { (make: () -> Conf) in make().text },
      bind: { $0.bind((() -> Conf).self).to { { Conf("none") } } }),
    Spelling(
      "bind((() -> T).self).intoCollection().to(value: { … })", key: "[() -> \(conf)]",
      source: .value, gives: "value",
      { (all: [() -> Conf]) in all.map { $0().text }.joined() },
      bind: { $0.bind((() -> Conf).self).intoCollection().to(value: { Conf("value") }) }),
    Spelling(
      "bind(T.self).intoCollection().to(value: several)", key: "[\(conf)]", source: .value,
      gives: "a, b", texts,
      bind: { $0.bind(Conf.self).intoCollection().to(value: [Conf("a"), Conf("b")]) }),
    Spelling(
      "bind(T.self).intoCollection().to(provider:)", key: "[\(conf)]", source: .provider,
      gives: "a", texts,
      bind: { $0.bind(Conf.self).intoCollection().to(provider: Provider(value: Conf("a"))) }),
  ]
}

private protocol Named { var text: String { get } }

private struct Conf: Hashable, Named {
  let text: String

  init(_ text: String) { self.text = text }
}

private enum First: Cleanse.Tag { typealias Element = Conf }
private enum All: Cleanse.Tag { typealias Element = [Conf] }

@Sendable private func makeConf(number: Int) -> Conf { Conf("\(number)") }

private enum PlainRoot: RootComponent {
  static func configure(binder: UnscopedBinder) {}
  static func configureRoot(binder bind: ReceiptBinder<Conf>) -> BindingReceipt<Conf> {
    bind.to { Conf("none") }
  }
}

private enum NumbersModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 2)
    binder.bind(String.self).to(value: "two")
  }
}

private enum DependentRoot: RootComponent {
  static func configure(binder: UnscopedBinder) { binder.include(module: NumbersModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Conf>) -> BindingReceipt<Conf> {
    bind.to { (number: Int, name: String) in
      let text = "\(number) \(name)"
      return Conf(text)
    }
  }
}

private enum ThrowingRoot: RootComponent, ThrowingComponent {
  static func configure(binder: UnscopedBinder) { binder.include(module: NumbersModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Conf>) -> BindingReceipt<Conf> {
    bind.to { (number: Int) throws in Conf("\(number)") }
  }
}

private enum AsyncRoot: RootComponent, AsyncComponent {
  static func configure(binder: UnscopedBinder) { binder.include(module: NumbersModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Conf>) -> BindingReceipt<Conf> {
    bind.to { (name: String) async in Conf(name) }
  }
}
