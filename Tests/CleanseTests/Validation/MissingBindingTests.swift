import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Missing bindings")
struct MissingBindingTests {
  @Test("each kind of missing type is reported with the lines to add")
  func fixes() throws {
    let found = findings(of: Bare.self)
    #expect(Set(found.map(\.code)) == [.missingBinding])
    expectGolden(
      found.map { "\($0.message):\n\($0.fix ?? "")" }.joined(separator: "\n"), "fixes")
  }

  @Test("the suggested lines leave nothing missing")
  func written() throws {
    #expect(findings(of: Written.self).map(\.message) == [])
  }

  @Test("an optional, a set and a namesake of another file are near misses")
  func near() throws {
    let found = findings(of: Close.self)
    #expect(Set(found.map(\.code)) == [.missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-shapes")
  }

  // There was no note, although these are the most frequent mistakes.
  @Test("a type that conforms, a subclass and other spellings are near misses")
  func kin() throws {
    let found = findings(of: Kin.self)
    #expect(Set(found.map(\.code)) == [.missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-kin")
  }

  @Test("for a nested form or a declared optional, the fix is how to request it")
  func forms() throws {
    let found = findings(of: Forms.self)
    #expect(Set(found.map(\.code)) == [.missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-forms")
  }

  @Test("for a type that only a call has, the fix is not to bind it")
  func assisted() throws {
    let found = findings(of: Unassisted.self)
    #expect(Set(found.map(\.code)) == [.missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "missing-assisted")
  }

  // The fix was only to bind the type, which is bound already.
  @Test("the fix names the tag, the subcomponent or the seed that the requester should use")
  func corrections() {
    let found = findings(of: Misplaced.self).filter { $0.code == .missingBinding }
    let texts = found.map { finding in
      let near = finding.notes.map(\.message).filter { $0.hasPrefix("near: ") }
      return ([finding.message] + near + [finding.fix ?? ""]).joined(separator: "\n")
    }
    expectGolden(texts.joined(separator: "\n"), "missing-corrections")
  }

  @Test("no tag is suggested if there are several, and no move of a root")
  func noCorrection() {
    let fixes = findings(of: Undecided.self).compactMap(\.fix)
    #expect(
      fixes.sorted() == [
        "add a binding: binder.bind(Int8.self).to(factory: …)",
        "add a binding: binder.bind(UInt.self).to(factory: …)",
      ])
  }

  // Both fixes only caused another error.
  @Test("no move is suggested of what is also used outside, and no tag of the requester itself")
  func wrongCorrection() {
    let found = findings(of: Misled.self).filter { $0.code == .missingBinding }
    #expect(
      found.compactMap(\.fix).sorted() == [
        "add a binding: binder.bind(Int8.self).to(factory: …)",
        "add a binding: binder.bind(UInt.self).to(factory: …)",
      ])
  }

  @Test("a type with the same name from another library is a near miss")
  func copies() {
    func key(_ type: String, tag: String? = nil) -> Key {
      Key(type: type, tag: tag, typeName: "App.Clock", tagName: tag)
    }
    let root = Key(type: "Si", typeName: "Int")
    let graph = BindingGraph(
      components: [BindingGraph.Component(name: "App", root: root)],
      bindings: [
        Binding(
          id: 0, component: 0, key: root, kind: .single,
          requests: [Request(key: key("C"), form: .instance)]),
        Binding(id: 1, component: 0, key: key("C#2"), kind: .single),
        Binding(id: 2, component: 0, key: key("D"), kind: .single),
      ])
    let found = GraphValidation().diagnostics(of: graph).filter { $0.code == .missingBinding }
    #expect(
      found.first?.notes.dropFirst().map(\.message)
        == ["near: another library's type of the same name is bound"])
  }

  @Test("a binding that only a rejected contributor depends on is not reported as unused")
  func unusedByRejected() {
    func isReported(isRejected: Bool) -> Bool {
      let recording = Recording(of: Close.self) { recorder in
        Binder<Unscoped>(recorder: recorder).bind(Int16.self).to(value: 1)
        _ = recorder.attempt(from: "org.example.words") { recorder in
          let binder = Binder<Unscoped>(recorder: recorder)
          if isRejected {
            binder.bind(Double.self).to { (number: Int16) in Double(number) }
            binder.addError("no")
          }
        }
      }
      return GraphValidation().diagnostics(of: recording.graph)
        .contains { $0.message == "Int16 is never used" }
    }
    #expect(isReported(isRejected: false))
    #expect(!isReported(isRejected: true))
  }

  @Test("a binding of a rejected contributor is a near miss")
  func rejected() throws {
    let recording = Recording(of: Close.self) { recorder in
      let errors = recorder.attempt(from: "org.example.words") { recorder in
        let binder = Binder<Unscoped>(recorder: recorder)
        binder.bind(Int8.self).to(value: 1)
        binder.bind(Double.self).to(value: 1)
        binder.addError("no")
      }
      #expect(errors.count == 1)
    }
    let graph = recording.graph
    #expect(graph.dropped.map(\.key.typeName) == ["Int8", "Double"])
    let found = GraphValidation().diagnostics(of: graph).filter { $0.message.hasSuffix(" Int8") }
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-rejected")

    // A contributor that is dropped later, and not configured again.
    let good = Recording(of: Close.self) { recorder in
      _ = recorder.attempt(from: "good") { recorder in
        Binder<Unscoped>(recorder: recorder).bind(Int8.self).to(value: 1)
      }
    }
    let again = Recording(of: Close.self) { recorder in
      recorder.recordDropped(of: good, origins: ["good"])
    }.graph
    #expect(again.dropped.map(\.provenance.origin) == ["good"])
  }

  // In a linked graph, a decorator was a near miss that another contributor declared, too.
  @Test("neither a decorator of a rejected contributor nor what another declares is a near miss")
  func noMiss() {
    let graph = Recording(of: Close.self) { recorder in
      _ = recorder.attempt(from: "org.example.words") { recorder in
        let binder = Binder<Unscoped>(recorder: recorder)
        binder.decorate(Int8.self).to { (number: Int8) in number }
        binder.addError("no")
      }
    }.graph
    #expect(graph.dropped.map(\.key.typeName) == ["Int8"])
    let elsewhere = graph.bindings.map { binding in
      var declared = BindingGraph.Dropped(binding)
      declared.provenance = Provenance(origin: "org.example.other")
      return declared
    }
    #expect(graph.addingDropped(elsewhere).lost == graph.dropped)
    let notes = GraphValidation().diagnostics(of: graph).flatMap(\.notes).map(\.message)
    #expect(!notes.isEmpty && !notes.contains { $0.contains("was rejected") }, "\(notes)")
  }

  @Test(
    "a type's shape follows from its name",
    arguments: [
      ("[Int]", TypeShape.array("Int")),
      ("[[A: B]]", .array("[A: B]")),
      ("[[A: B]: (a: C, D<E, F>)]", .dictionary(key: "[A: B]", value: "(a: C, D<E, F>)")),
      ("[A<(B) -> C>: D]", .dictionary(key: "A<(B) -> C>", value: "D")),
      ("Int?", .optional("Int")),
      ("(any A)?", .optional("any A")),
      ("(A, B)?", .optional("(A, B)")),
      ("Set<A<B>>", .set("A<B>")),
      ("Cleanse.Factory<A>", .factory("A")),
      ("Cleanse.Assisted<A>", .assisted("A")),
      ("Cleanse.AsyncProvider<A<B>>", .form(of: "A<B>")),
      ("() async throws -> () -> A", .form(of: "() -> A")),
      ("(Int) -> A", .plain("(Int) -> A")),
      ("", .plain("")),
      ("[", .plain("[")),
      ("[A:]", .dictionary(key: "A", value: "")),
      ("[:]", .dictionary(key: "", value: "")),
      ("(A,)", .plain("(A,)")),
      ("A.B", .plain("A.B")),
    ])
  func shapes(name: String, shape: TypeShape) {
    #expect(TypeShape(name) == shape)
  }

  // The names of a document ended the program, as these are no tuples of Swift.
  @Test(
    "the labels of a tuple are removed from any text that looks like one",
    arguments: [
      ("(a: A, b: B)", "(A, B)"), ("(A, b: (c: C, D))", "(A, (c: C, D))"), ("(A,)", "(A, )"),
      ("(,,)", "(, , )"), ("(a:,b:)", "(, )"), ("(A)", nil), ("()", nil),
    ])
  func tuples(name: String, expected: String?) {
    #expect(TypeShape.unlabelled(name) == expected)
  }
}

private protocol Page {}
private struct Customer {}
private final class Screen {}
private enum CustomerPage: AssistedFactory {
  typealias Seed = Int
  typealias Element = Customer
}
private struct InnerScope: Scope {}
private enum Inner: Component {
  static func configure(binder: Binder<InnerScope>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to(value: "")
  }
}
private enum Names: Cleanse.Tag { typealias Element = Set<String> }
private enum Pages: Cleanse.Tag { typealias Element = [String: any Page] }

private func request(
  pages: [String: any Page], languages: Set<String>, factory: Factory<CustomerPage>,
  plain: Factory<EmptySeed<Customer>>, injector: PropertyInjector<Screen>,
  inner: ComponentFactory<Inner>, names: TaggedProvider<Names>, tagged: TaggedProvider<Pages>,
  page: any Page
) -> Int { 1 }

private enum Bare: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(factory: request)
  }
}

private struct HomePage: Page {}

/// The fixes of the golden file, completed.
private enum Written: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareDictionary(of: (any CleanseTests.Page).self, keyedBy: String.self)
    binder.bind((any CleanseTests.Page).self).intoDictionary(key: "a").to { HomePage() }
    binder.declareSet(of: String.self)
    binder.bind(String.self).intoSet().to { "a" }
    binder.bindFactory(CleanseTests.CustomerPage.Element.self).with(CleanseTests.CustomerPage.self)
      .to { (seed: Assisted<Int>) in Customer() }
    binder.bindFactory(Cleanse.EmptySeed<CleanseTests.Customer>.Element.self)
      .with(Cleanse.EmptySeed<CleanseTests.Customer>.self).to(factory: Customer.init)
    binder.bindPropertyInjectionOf(CleanseTests.Screen.self).to { (screen: Screen) in }
    binder.install(dependency: CleanseTests.Inner.self)
    binder.bind(String.self).intoSet().tagged(with: CleanseTests.Names.self).to { "a" }
    binder.bind((any CleanseTests.Page).self).intoDictionary(key: "a")
      .tagged(with: CleanseTests.Pages.self).to { HomePage() }
    binder.bind((any CleanseTests.Page).self).to { HomePage() }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(factory: request)
  }
}

private struct Namesake {}
private enum Maybe: Cleanse.Tag { typealias Element = Int16? }
private enum Definite: Cleanse.Tag { typealias Element = Int16 }

private enum Close: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Double?.self).to(value: 1)
    binder.bind((any Page)?.self).to { HomePage() }
    binder.bind(Int16.self).tagged(with: Definite.self).to(value: 1)
    binder.bind(Int32.self).to(value: 1)
    binder.bind(Set<UInt8>.self).to(value: [])
    OtherFile.bindNamesake(binder)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        number: Double, page: any Page, maybe: TaggedProvider<Maybe>, numbers: Set<Int32>,
        byte: UInt8, namesake: Namesake, lost: Int8
      ) in 1
    }
  }
}

private protocol Sound {}
private class Animal {}
private final class Dog: Animal, Sound {}
private protocol Quiet {}

/// Requests what bound types conform to or inherit from, and other spellings of them.
private enum Kin: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Dog.self).to(factory: Dog.init)
    binder.bind((x: Int, y: [Int: Int]).self).to(value: (x: 1, y: [:]))
    binder.bind(((Int) -> Int).self).to { { $0 } }
    binder.bind(Set<Int>.self).to(value: [])
    binder.bind([UInt].self).to(value: [])
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        sound: any Sound, animal: Animal, quiet: any Quiet, pair: (Int, [Int: Int]),
        function: @escaping @Sendable (Int) -> Int, array: [Int], set: Set<UInt>
      ) in 1
    }
  }
}

/// Requests forms that the framework does not provide, of bound or declared types.
private enum Forms: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(UInt8.self).to(value: 1)
    binder.bind(UInt16.self).to { (number: UInt8) in UInt16(number) }
    binder.declareOptional(of: UInt32.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        _: Provider<ThrowingProvider<UInt16>>, _: @escaping () throws -> UInt16,
        _: @escaping () async -> UInt16, _: UInt32, _: Provider<UInt32??>
      ) in 1
    }
  }
}

/// Requests a call's value without such a call, and another value than the call has.
private enum Unassisted: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Customer.self).to { (_: Assisted<Int8>) in Customer() }
    binder.bindFactory(Customer.self).with(CustomerPage.self).to { (_: Assisted<Int16>) in
      Customer()
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (_: Customer, _: Factory<CustomerPage>) in 1 }
  }
}

private enum Loud: Cleanse.Tag { typealias Element = Int8 }
private enum Quieter: Cleanse.Tag { typealias Element = Int8 }

private struct Cache { init(user: UInt) {} }

private enum UserComponent: Component {
  typealias Seed = UInt
  static func configure(binder: UnscopedBinder) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (user: UInt) in "\(user)" }
  }
}

private enum CachingComponent: Component {
  typealias Seed = UInt
  static func configure(binder: UnscopedBinder) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (user: UInt, _: Cache) in "\(user)" }
  }
}

private enum ShelfBySize: AssistedFactory {
  typealias Seed = Int16
  typealias Element = Customer
}

/// Requests bindings without their tag, outside of their component, and without `Assisted`.
private enum Misplaced: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).tagged(with: Loud.self).to(value: 1)
    binder.bind(UInt8.self).to { (_: Int8, _: TaggedProvider<Loud>) in 1 }
    binder.bind(Cache.self).to(factory: Cache.init)
    binder.bindFactory(Customer.self).with(ShelfBySize.self).to { (_: Int16) in Customer() }
    binder.install(dependency: CachingComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (_: UInt8, _: Factory<ShelfBySize>, _: ComponentFactory<CachingComponent>) in 1
    }
  }
}

/// Requests what depends on a seed outside of the subcomponent, too, and binds a type with a tag by itself.
private enum Misled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Cache.self).to(factory: Cache.init)
    binder.bind(Int8.self).tagged(with: Loud.self).to { (value: Int8) in value }
    binder.install(dependency: CachingComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (_: Cache, _: TaggedProvider<Loud>, _: ComponentFactory<CachingComponent>) in 1 }
  }
}

/// Requests a type that is bound with two tags, and, in its root, the seed of a subcomponent.
private enum Undecided: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).tagged(with: Loud.self).to(value: 1)
    binder.bind(Int8.self).tagged(with: Quieter.self).to(value: 2)
    binder.install(dependency: UserComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        _: Int8, _: UInt, _: TaggedProvider<Loud>, _: TaggedProvider<Quieter>,
        _: ComponentFactory<UserComponent>
      ) in 1
    }
  }
}
