import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Decorators of ancestors and descendants")
struct DecoratorScopeTests {
  // The decorator was ignored, as the declaration was taken for an optional without a binding.
  @Test("wrap an ancestor's binding next to a declared optional of their own component")
  func ownOptional() throws {
    let values = try values(of: Top<String?, Text, DecoratedOptional, Nothing>.self)
    #expect(values == ["real", "real!", "real!"])
  }

  // The request of the decorator was a missing binding.
  @Test("leave an optional nil that an ancestor declares")
  func optionalOfAncestor() throws {
    let values = try values(of: Top<String?, OptionalText, DecoratedText, Nothing>.self)
    #expect(values == [nil, nil, nil])
  }

  // The contributions replaced the decorated collection.
  @Test("of an override are extended by the contributions of descendants")
  func overridden() throws {
    let values = try values(of: Top<[Character], A, DecoratedOverride, C>.self)
    #expect(values == [["a"], ["x", "1"], ["x", "1", "c"]])
  }

  // Only a single decorator was extended.
  @Test("of one subcomponent are extended by the contributions of descendants")
  func several() throws {
    let values = try values(of: Top<[Character], A, DecoratedTwice, C>.self)
    #expect(values == [["a"], ["a", "1", "2"], ["a", "1", "2", "c"]])
  }

  // Building the innermost component stopped the program.
  @Test("of a dictionary keep what its declaration allows")
  func duplicateKeys() throws {
    let values = try values(of: Top<[String: Int], DecoratedEntries, Nothing, MoreEntries>.self)
    #expect(values[1] == ["a": 1, "b": 2])
    #expect(values[2] == ["a": 3, "b": 4, "c": 6])
  }

  // The contributions were listed, so commands were run as if they were not decorated.
  @Test("provide the elements of a collection that is used without building the component")
  func alone() throws {
    let recording = Recording(of: Top<[Character], DecoratedLetters, Nothing, Nothing>.self)
    let contributions = recording.graph.contributions(of: Character.self)
    #expect(contributions.map { recording.graph[$0].kind } == [.decorator])
    let elements = try contributions.flatMap {
      try recording.elements(Character.self, ofContribution: $0)
    }
    #expect(elements == ["a", "1"])
  }

  /// The values that the three components request, the outermost first.
  private func values<Value, A: Module, B: Module, C: Module>(
    of component: Top<Value, A, B, C>.Type
  ) throws -> [Value] {
    let factory = try ComponentFactory.of(component)
    #expect(factory.findings.map(\.code) == [])
    let top = factory.build(())
    let middle = top.middle.build(())
    return [top.value, middle.value, middle.bottom.build(()).value]
  }
}

private struct TopRoot<Value: Sendable, B: Module, C: Module>
where B.Scope == Unscoped, C.Scope == Unscoped {
  let value: Value
  let middle: ComponentFactory<Middle<Value, B, C>>
}

/// Three components, each with a module, which all request a value of one type.
private enum Top<Value: Sendable, A: Module, B: Module, C: Module>: RootComponent
where A.Scope == Unscoped, B.Scope == Unscoped, C.Scope == Unscoped {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: A.self)
    binder.install(dependency: Middle<Value, B, C>.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<TopRoot<Value, B, C>>
  ) -> BindingReceipt<TopRoot<Value, B, C>> {
    bind.to(factory: TopRoot.init)
  }
}

private struct MiddleRoot<Value: Sendable, C: Module> where C.Scope == Unscoped {
  let value: Value
  let bottom: ComponentFactory<Bottom<Value, C>>
}

private enum Middle<Value: Sendable, B: Module, C: Module>: Component
where B.Scope == Unscoped, C.Scope == Unscoped {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: B.self)
    binder.install(dependency: Bottom<Value, C>.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<MiddleRoot<Value, C>>
  ) -> BindingReceipt<MiddleRoot<Value, C>> {
    bind.to(factory: MiddleRoot.init)
  }
}

private struct BottomRoot<Value: Sendable> { let value: Value }

private enum Bottom<Value: Sendable, C: Module>: Component where C.Scope == Unscoped {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) { binder.include(module: C.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<BottomRoot<Value>>
  ) -> BindingReceipt<BottomRoot<Value>> {
    bind.to(factory: BottomRoot.init)
  }
}

private enum Nothing: Module {
  static func configure(binder: UnscopedBinder) {}
}

private enum Text: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(String.self).to(value: "real") }
}

private enum OptionalText: Module {
  static func configure(binder: UnscopedBinder) { binder.declareOptional(of: String.self) }
}

private enum DecoratedText: Module {
  static func configure(binder: UnscopedBinder) {
    binder.decorate(String.self).to { (text: String) in text + "!" }
  }
}

private enum DecoratedOptional: Module {
  static func configure(binder: UnscopedBinder) {
    binder.declareOptional(of: String.self)
    binder.decorate(String.self).to { (text: String) in text + "!" }
  }
}

private enum A: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Character.self).intoCollection().to(value: "a")
  }
}

private enum C: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Character.self).intoCollection().to(value: "c")
  }
}

private enum DecoratedOverride: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind([Character].self).overriding().to(value: ["x"])
    binder.decorate([Character].self).to { (letters: [Character]) in letters + ["1"] }
  }
}

private enum DecoratedTwice: Module {
  static func configure(binder: UnscopedBinder) {
    binder.decorate([Character].self).to { (letters: [Character]) in letters + ["1"] }
    binder.decorate([Character].self).to { (letters: [Character]) in letters + ["2"] }
  }
}

private enum DecoratedLetters: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: A.self)
    binder.decorate([Character].self).to { (letters: [Character]) in letters + ["1"] }
  }
}

private enum DecoratedEntries: Module {
  static func configure(binder: UnscopedBinder) {
    binder.declareDictionary(of: Int.self, keyedBy: String.self, allowsDuplicateKeys: true)
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
    binder.decorate([String: Int].self).to { (entries: [String: Int]) in
      entries.merging(["b": 2]) { $1 }
    }
  }
}

private enum MoreEntries: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 3)
    binder.bind(Int.self).intoDictionary(key: "b").to(value: 4)
    binder.bind(Int.self).intoDictionary(key: "c").to(value: 5)
    binder.bind(Int.self).intoDictionary(key: "c").to(value: 6)
  }
}
