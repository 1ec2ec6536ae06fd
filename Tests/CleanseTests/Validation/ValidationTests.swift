import CleanseTestSupport
@testable import Cleanse
@testable import CleanseGraph
import Testing

@Suite("Validation")
struct ValidationTests {
  @Test("one missing key is one finding that names all dependents")
  func missing() throws {
    let found = findings(of: Incomplete.self)
    #expect(found.map(\.code) == [.missingBinding, .missingBinding, .missingBinding])
    #expect(found.first?.notes.count == 2)
    expectGolden(found.map(\.description).joined(separator: "\n"), "missing-binding")
  }

  @Test("a key that is bound twice is reported with both locations")
  func duplicates() throws {
    let found = findings(of: Doubled.self)
    #expect(found.map(\.code) == [.duplicateBinding, .duplicateBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "duplicate-binding")
  }

  @Test("a cycle lists every dependency, also through a collection")
  func cycles() throws {
    let found = findings(of: Cyclic.self)
    #expect(found.map(\.code) == [.dependencyCycle, .dependencyCycle])
    expectGolden(found.map(\.description).joined(separator: "\n"), "dependency-cycle")
  }

  @Test("a strongly connected part of the graph is one finding")
  func tangle() {
    let found = findings(of: Tangled.self)
    #expect(found.map(\.code) == [.dependencyCycle])
    #expect(found.first?.notes.count == 1)
  }

  @Test("a weak request of an unshared binding is reported")
  func weakRequests() throws {
    let found = findings(of: Weakling.self)
    #expect(found.map(\.code) == Array(repeating: .weakWithoutScope, count: 3))
    expectGolden(found.map(\.description).joined(separator: "\n"), "weak-without-scope")
  }

  // The fix named a function that the binder of a root does not have.
  @Test("the fix for a weak request of the root can be applied")
  func weakRoot() throws {
    let found = findings(of: WeakRoot.self)
    #expect(found.map(\.code) == [.weakWithoutScope])
    #expect(found.first?.fix?.hasPrefix("make a type that holds it the root of") == true)
    #expect(findings(of: HeldRoot.self).map(\.code) == [])
  }

  // Two types that differ in the source were said to be the same one, without a word on the reason.
  @Test("the finding about a protocol that is bound twice says that Sendable makes no other type")
  func sendable() throws {
    let found = findings(of: SendableTwice.self)
    #expect(found.map(\.code) == [.duplicateBinding])
    #expect(found.first?.notes.last?.message.contains("& Sendable is the same type") == true)
  }

  @Test("a tagged binding and a binding of its tagged provider are one key")
  func taggedProvider() {
    #expect(findings(of: TaggedTwice.self).map(\.code) == [.duplicateBinding])
  }

  @Test("a missing collection and a missing function are reported with the lines to add")
  func missingForms() throws {
    let found = findings(of: Formless.self)
    #expect(found.map(\.code) == [.missingBinding, .missingBinding, .missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "missing-forms")
  }

  @Test("different types with one name are reported")
  func copiedTypes() throws {
    let (one, other) = (
      Key(type: "3App5ClockC", typeName: "App.Clock"),
      Key(type: "3App5ClockC#2", typeName: "App.Clock")
    )
    let root = Key(type: "Si", typeName: "Int")
    let graph = BindingGraph(
      components: [BindingGraph.Component(name: "App", root: root)],
      bindings: [
        Binding(id: 0, component: 0, key: root, kind: .single),
        Binding(
          id: 1, component: 0, key: one, kind: .single,
          location: Cleanse.SourceLocation(file: "A/A.swift", path: "/A/A.swift", line: 3),
          provenance: Provenance(origin: "org.example.a", modules: ["A.AModule"])),
        Binding(
          id: 2, component: 0, key: Key(type: "Su", typeName: "UInt"), kind: .single,
          location: Cleanse.SourceLocation(file: "B/B.swift", path: "/B/B.swift", line: 4),
          provenance: Provenance(origin: "org.example.b"),
          requests: [Request(key: other, form: .instance)]),
      ])
    let found = GraphValidation().diagnostics(of: graph)
      .filter { $0.code != .unusedBinding }
    #expect(found.map(\.code) == [.missingBinding, .duplicateType])
    expectGolden(found.map(\.description).joined(separator: "\n"), "duplicate-type")
  }

  @Test(
    "a copy of the type of a declared extension point is an error, unless it is requested",
    arguments: [
      ([.declaration], .contribution, false, .error),
      // The application may contribute before it declares.
      ([.contribution, .declaration], .contribution, false, .error),
      ([.optional], .single, false, .error),
      ([.declaration], .contribution, true, .warning),
      ([.contribution], .contribution, false, .warning),
      ([.declaration], .declaration, false, .warning),
    ] as [([Binding.Kind], Binding.Kind, Bool, Diagnostic.Severity)])
  func copiedExtensionPoint(
    declared: [Binding.Kind], bound: Binding.Kind, isRequested: Bool, severity: Diagnostic.Severity
  ) {
    let root = Key(type: "Si", typeName: "Int")
    let name = bound.isPartOfCollection ? "[any App.Alert]" : "App.Alert"
    let copy = Key(type: "3App5AlertP#2", typeName: name)
    let requests = isRequested ? [Request(key: copy, form: .instance)] : []
    var bindings = [Binding(id: 0, component: 0, key: root, kind: .single, requests: requests)]
    for kind in declared {
      let key = Key(type: "3App5AlertP", typeName: name)
      bindings.append(
        Binding(id: BindingIndex(bindings.count), component: 0, key: key, kind: kind))
    }
    bindings.append(
      Binding(id: BindingIndex(bindings.count), component: 0, key: copy, kind: bound))
    let graph = BindingGraph(
      components: [BindingGraph.Component(name: "App", root: root)], bindings: bindings)
    let found = GraphValidation().diagnostics(of: graph).filter { $0.code == .duplicateType }
    #expect(found.map(\.severity) == [severity])
  }

  @Test("an error that a module adds rejects the component")
  func addedError() throws {
    let found = findings(of: Refusing.self)
    #expect(found.map(\.code) == [.configurationError])
    expectGolden(found.map(\.description).joined(separator: "\n"), "configuration-error")
  }

  @Test("without validation, a broken graph still throws an error")
  func unvalidated() {
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Incomplete.self, validate: false)
    }
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Doubled.self, validate: false)
    }
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Cyclic.self, validate: false)
    }
  }

  @Test("plugins run after the built-in validators and report in the same way")
  func plugins() throws {
    let loader = CleanseServiceLoader()
    loader.register(Complaining(severity: .error))
    loader.register(Complaining(severity: .warning))
    let error = #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Fine.self, serviceLoader: loader)
    }
    let text = error.map { "\($0)" } ?? ""
    expectGolden(text, "reported-error")
    #expect(throws: Never.self) {
      _ = try ComponentFactory.of(Fine.self, validate: false, serviceLoader: loader)
    }
  }

  @Test("a warning does not reject a graph")
  func warnings() throws {
    let loader = CleanseServiceLoader()
    loader.register(Complaining(severity: .warning))
    #expect(try ComponentFactory.of(Fine.self, serviceLoader: loader).build(()) == 1)
  }
}

private enum Formless: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        engines: [any Engine], plates: TaggedProvider<Plates>,
        function: @escaping @Sendable () -> String
      ) in 1
    }
  }
}

private enum Plates: Cleanse.Tag { typealias Element = [String] }

private enum Tangled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    for _ in 0..<50 { binder.bind(Int.self).intoCollection().to { (all: [Int]) in all.count } }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (all: [Int]) in all.count }
  }
}

private enum Weakling: RootComponent {
  typealias Seed = Int8
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Mayor.self).to(factory: Mayor.init)
    binder.bind(String.self).intoCollection().sharedInScope().to { "a" }
    binder.bind(Plain.self).sharedInScope().to(factory: Plain.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to {
      (
        mayor: WeakProvider<Mayor>, texts: WeakProvider<[String]>, seed: WeakProvider<Int8>,
        plain: WeakProvider<Plain>
      ) in 1
    }
  }
}

private final class Plain {}

private final class Tenant {
  let house: WeakProvider<House>
  init(house: WeakProvider<House>) { self.house = house }
}

private final class House {
  let tenant: Tenant
  init(tenant: Tenant) { self.tenant = tenant }
}

private enum WeakRoot: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Tenant.self).sharedInScope().to(factory: Tenant.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<House>) -> BindingReceipt<House> {
    bind.to(factory: House.init)
  }
}

private struct Holder { let house: House }

private enum HeldRoot: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Tenant.self).sharedInScope().to(factory: Tenant.init)
    binder.bind(House.self).sharedInScope().to(factory: House.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Holder>) -> BindingReceipt<Holder> {
    bind.to(factory: Holder.init)
  }
}

private protocol Cache {}
private struct SafeCache: Cache {}

private enum SendableTwice: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind((any Cache).self).to { SafeCache() }
    binder.bind((any Cache & Sendable).self).to { SafeCache() }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (cache: any Cache) in 1 }
  }
}

private enum TaggedTwice: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).tagged(with: Plate.self).to(value: "a")
    binder.bind(TaggedProvider<Plate>.self).to(value: TaggedProvider { "b" })
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (plate: TaggedProvider<Plate>) in 1 }
  }
}

private struct Complaining: CleanseBindingPlugin {
  struct Complaint: Error, CustomStringConvertible { let description: String }
  let severity: Diagnostic.Severity

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    if severity == .error {
      errorReporter.append(error: Complaint(description: "\(root.root) is not to my taste"))
    } else {
      errorReporter.report(
        Diagnostic(
          "taste/plain", severity, "\(root.name) has \(root.bindings.count) binding",
          at: root.bindings.first?.location))
    }
  }
}

private enum Fine: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private protocol Engine {}
private struct Car { let engine: any Engine }
private struct Garage { let engines: Provider<any Engine> }
private enum Plate: Cleanse.Tag { typealias Element = String }
private final class Town {
  init(car: Car, garage: Garage, plate: TaggedProvider<Plate>, mayor: Mayor?) {}
}
private struct Mayor {}

private enum VehicleModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Car.self).to(factory: Car.init)
    binder.bind(Garage.self).to(factory: Garage.init)
  }
}

private enum Incomplete: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: VehicleModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Town>) -> BindingReceipt<Town> {
    bind.to(factory: Town.init)
  }
}

private enum OtherNumbers: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 2) }
}

private enum Doubled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.include(module: OtherNumbers.self)
    binder.bind([String].self).to(value: [])
    binder.bind(String.self).intoCollection().to(value: "a")
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int, texts: [String]) in UInt(number + texts.count) }
  }
}

private final class Hen { init(egg: Egg) {} }
private final class Egg { init(hen: Hen) {} }
private struct Item { init(all: [Item]) {} }
private struct Farm {
  let hen: Hen
  let items: [Item]
}

private enum Cyclic: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Hen.self).sharedInScope().to(factory: Hen.init)
    binder.bind(Egg.self).to(factory: Egg.init)
    binder.bind(Item.self).intoCollection().to(factory: Item.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Farm>) -> BindingReceipt<Farm> {
    bind.to(factory: Farm.init)
  }
}

private enum RefusingModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.addError("no display is connected")
  }
}

private enum Refusing: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: RefusingModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}
