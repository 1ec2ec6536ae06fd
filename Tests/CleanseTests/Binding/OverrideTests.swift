import CleanseTestSupport
import Cleanse
import Testing

@Suite("Overrides")
struct OverrideTests {
  @Test("an override replaces a binding, and the replaced binding can be incomplete")
  func replaces() throws {
    let root = try ComponentFactory.of(Overridden.self).build(())
    #expect(root.number == 2)
    #expect(root.letters == ["z"])
    #expect(root.label.get() == "other")
  }

  @Test("the override with the highest precedence is in effect")
  func precedences() throws {
    #expect(try ComponentFactory.of(Ranked.self).build(()) == 3)
  }

  @Test("a whole module can override, together with the modules that it includes")
  func module() throws {
    #expect(try ComponentFactory.of(WithModule.self).build(()) == "2 other [1, 9]")
  }

  @Test("a test replaces bindings in one expression without affecting other graphs")
  func test() throws {
    let replaced = try ComponentFactory.of(
      Ranked.self, overriding: { $0.bind(Int.self).to(value: 40) })
    #expect(replaced.build(()) == 40)
    #expect(try ComponentFactory.of(Ranked.self).build(()) == 3)
  }

  @Test("a test adds to a collection by a contribution, and replaces it by binding its type")
  func replacesCollection() throws {
    let added = try ComponentFactory.of(WithModule.self) {
      $0.bind(Int8.self).intoCollection().to(value: 7)
    }
    let replaced = try ComponentFactory.of(WithModule.self) { $0.bind([Int8].self).to(value: [7]) }
    #expect(added.build(()) == "2 other [1, 9, 7]")
    #expect(replaced.build(()) == "2 other [7]")
  }

  @Test("the finding on an unused replacement does not mention internal steps")
  func needlessReplacement() throws {
    let error = #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Ranked.self) { $0.bind(Nowhere.self).to(factory: Nowhere.init) }
    }
    let found = try #require(error?.diagnostics.first { $0.severity == .error })
    #expect(found.code == .overrideWithoutTarget)
    #expect(found.fix?.contains("overriding()") == false)
  }

  @Test("an override without a target and two overrides of equal precedence are reported")
  func findings() throws {
    let found = CleanseTests.findings(of: Mistaken.self)
    #expect(found.map(\.code) == [.overrideWithoutTarget, .overrideConflict])
    expectGolden(found.map(\.description).joined(separator: "\n"), "overrides")
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Mistaken.self, validate: false)
    }
  }

  // It was ignored without a finding.
  @Test("a contribution can't be an override, and the finding names what can")
  func contribution() {
    let found = CleanseTests.findings(of: Contributing.self)
    #expect(
      found.map(\.code).filter { $0 != .duplicateEntry } == [
        .overrideWithoutTarget, .overrideWithoutTarget, .overrideWithoutTarget,
      ])
    expectGolden(found.map(\.description).joined(separator: "\n"), "overriding-contributions")
  }

  @Test("the graph has the override in effect, and the bindings that it replaces")
  func listed() {
    let graph = BindingGraph(of: Ranked.self)
    let overrides = graph.bindings.filter { $0.override != nil && !graph.isReplaced($0) }
    #expect(overrides.map(\.override) == [2])
    let bindings = overrides.flatMap { graph.bindings(of: $0.key, in: $0.component) }
    #expect(bindings.count(where: graph.isReplaced) == 2)
  }

  @Test("a subcomponent can override an ancestor's binding")
  func subcomponent() throws {
    let root = try ComponentFactory.of(Outer.self).build(())
    #expect(root.inner.build(()) == 6)
  }
}

private enum Label: Cleanse.Tag { typealias Element = String }
private struct Nowhere {}

private struct OverriddenRoot {
  let number: Int
  let letters: [Character]
  let label: TaggedProvider<Label>
}

private enum OverridingModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).overriding().to(value: 2)
    binder.bind([Character].self).overriding().to(value: ["z"])
    binder.bind(String.self).tagged(with: Label.self).overriding().to(value: "other")
  }
}

private enum Overridden: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: OverridingModule.self)
    binder.bind(Int.self).to { (nowhere: Nowhere) in 1 }
    binder.bind(Character.self).intoCollection().to(value: "a")
    binder.bind(String.self).tagged(with: Label.self).to(value: "label")
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OverriddenRoot>
  ) -> BindingReceipt<OverriddenRoot> {
    bind.to(factory: OverriddenRoot.init)
  }
}

private enum Ranked: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int.self).overriding(2).sharedInScope().to { 3 }
    binder.bind(Int.self).overriding(1).to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}

private enum InnerModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 2)
    binder.bind(Int8.self).intoCollection().to(value: 9)
  }
}

private enum ReplacingModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: InnerModule.self)
    binder.bind(String.self).tagged(with: Label.self).to(value: "other")
  }
}

private enum WithModule: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int8.self).intoCollection().to(value: 1)
    binder.bind(String.self).tagged(with: Label.self).to(value: "label")
    binder.override(with: ReplacingModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int, label: TaggedProvider<Label>, numbers: [Int8]) in
      "\(number) \(label.get()) \(numbers)"
    }
  }
}

private enum Mistaken: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).overriding().to(value: 1)
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int.self).overriding().to(value: 2)
    binder.bind(Int.self).overriding().to(value: 3)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}

private enum Sizes: Cleanse.Tag { typealias Element = [Int16] }

private enum Contributing: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind(Int.self).intoCollection().overriding().to(value: 2)
    binder.bind(Int8.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Int8.self).overriding(1).intoDictionary(key: "a").to(value: 2)
    binder.bind(Int16.self).intoCollection().tagged(with: Sizes.self).overriding().to(value: 1)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (numbers: [Int], entries: [String: Int8], sizes: TaggedProvider<Sizes>) in
      UInt(numbers.count)
    }
  }
}

private enum Inner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).overriding().to(value: 6)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}

private struct OuterRoot { let inner: ComponentFactory<Inner> }

private enum Outer: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 5)
    binder.install(dependency: Inner.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OuterRoot>
  ) -> BindingReceipt<OuterRoot> {
    bind.to(factory: OuterRoot.init)
  }
}
