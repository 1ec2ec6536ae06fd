@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// One declaration. Random ones make up random sets of contributors.
struct Ingredient: Sendable {
  let name: String
  /// Whether only a C contributor can declare it.
  var isInC = false
  /// Whether it is the same for every contributor, so that only the first one counts.
  var isShared = false
  let declare: @Sendable (Recorder) -> Void

  static let all = plain + requesting + collections + replacing + shared + tagged + inC

  private static let plain: [Ingredient] = [
    Ingredient(name: "A") { $0.swift.bind(A.self).to { A() } },
    Ingredient(name: "A of K") { $0.swift.bind(A.self).to { (_: K) in A() } },
    Ingredient(name: "K") { $0.swift.bind(K.self).sharedInScope().to { K() } },
    Ingredient(name: "K that throws") { $0.swift.bind(K.self).to { () throws -> K in K() } },
    Ingredient(name: "suppressing") {
      $0.swift.bind(B.self).suppressing(.unusedBinding, because: "").to { B() }
    },
    Ingredient(name: "assisted") {
      $0.swift.bindFactory(B.self).with(MadeB.self).to { (_: Assisted<Int>) in B() }
    },
    Ingredient(name: "an error") { $0.addError("it can't be used", at: nil) },
  ]

  /// Forms that a parameter can have, and bindings of those forms themselves.
  private static let requesting: [Ingredient] = [
    Ingredient(name: "Provider<A>") {
      $0.swift.bind(Provider<A>.self).to(value: Provider(value: A()))
    },
    Ingredient(name: "A?") { $0.swift.bind(A?.self).to { nil } },
    Ingredient(name: "() -> A") { $0.swift.bind((() -> A).self).to { { A() } } },
    Ingredient(name: "WeakProvider<K>") { $0.swift.bind([WeakProvider<K>].self).to { [] } },
    Ingredient(name: "any A") { $0.swift.declareOptional(of: A.self) },
    Ingredient(name: "request Provider") { $0.words { (_: Provider<A>) in "" } },
    Ingredient(name: "request optional") { $0.words { (_: A?, _: A) in "" } },
    Ingredient(name: "request function") { $0.words { (_: @escaping () -> A) in "" } },
    Ingredient(name: "request weak") { $0.words { (_: WeakProvider<K>) in "" } },
    Ingredient(name: "request both") { $0.words { (_: Provider<A>?, _: Provider<A?>) in "" } },
    Ingredient(name: "request tagged") {
      $0.words { (_: TaggedProvider<Width>, _: TaggedProvider<Plain>) in "" }
    },
    Ingredient(name: "request breadth") { $0.words { (_: TaggedProvider<Breadth>) in "" } },
    Ingredient(name: "request collections") {
      $0.words { (_: Provider<[String]>, _: Set<Int>, _: [String: A]) in "" }
    },
    Ingredient(name: "request things") {
      $0.words { (_: ThrowingProvider<Thing>, _: [Thing]) in "" }
    },
    Ingredient(name: "request factories") {
      $0.words { (_: ComponentFactory<Inner>, _: Provider<ComponentFactory<Innermost>>) in "" }
    },
  ]

  private static let collections: [Ingredient] = [
    Ingredient(name: "any words") { $0.swift.declareCollection(of: String.self) },
    Ingredient(name: "any table") {
      $0.swift.declareDictionary(of: A.self, keyedBy: String.self, allowsDuplicateKeys: true)
    },
    Ingredient(name: "any strict table") {
      $0.swift.declareDictionary(of: A.self, keyedBy: String.self)
    },
    Ingredient(name: "any set") { $0.swift.declareSet(of: Int.self) },
    Ingredient(name: "entry x") { $0.swift.bind(A.self).intoDictionary(key: "x").to { A() } },
    Ingredient(name: "entry y") { $0.swift.bind(A.self).intoDictionary(key: "y").to { A() } },
    Ingredient(name: "member") { $0.swift.bind(Int.self).intoSet().to(value: 1) },
    Ingredient(name: "first word") {
      $0.swift.bind(String.self).intoCollection().ordered(-1).to { (_: Provider<[String]>) in "" }
    },
  ]

  private static let replacing: [Ingredient] = [
    Ingredient(name: "A over all") { $0.swift.bind(A.self).overriding(1).to { A() } },
    Ingredient(name: "A over some") { $0.swift.bind(A.self).overriding().to { A() } },
    Ingredient(name: "Provider<A> over all") {
      $0.swift.bind(Provider<A>.self).overriding().to(value: Provider(value: A()))
    },
    Ingredient(name: "Replacing over all", isShared: true) {
      Binder<Unscoped>(recorder: $0).override(with: Replacing.self)
    },
  ]

  /// Declarations that several contributors can have, and only the first one makes.
  private static let shared: [Ingredient] = [
    Ingredient(name: "Replacing", isShared: true) { $0.swift.include(module: Replacing.self) },
    Ingredient(name: "Outer", isShared: true) { $0.swift.include(module: Outer.self) },
    Ingredient(name: "Nested", isShared: true) { $0.swift.include(module: Nested.self) },
    Ingredient(name: "Installing", isShared: true) { $0.swift.include(module: Installing.self) },
    Ingredient(name: "Bridging", isShared: true) { $0.swift.include(module: Bridging.self) },
    Ingredient(name: "Inner", isShared: true) { $0.swift.install(dependency: Inner.self) },
    Ingredient(name: "Innermost", isShared: true) { $0.swift.install(dependency: Innermost.self) },
    Ingredient(name: "Bridged", isShared: true) { $0.swift.install(dependency: Bridged.self) },
    Ingredient(name: "into Inner", isShared: true) {
      $0.swift.include(module: IntoInner.self, inSubcomponentsOf: InnerScope.self)
    },
    Ingredient(name: "more into Inner", isShared: true) {
      $0.swift.include(module: MoreIntoInner.self, inSubcomponentsOf: InnerScope.self)
    },
    Ingredient(name: "into Innermost", isShared: true) {
      $0.swift.include(module: IntoInnermost.self, inSubcomponentsOf: InnermostScope.self)
    },
  ]

  private static let tagged: [Ingredient] = [
    Ingredient(name: "width") {
      $0.swift.bind(Double.self).tagged(with: Width.self).to(value: 1)
    },
    Ingredient(name: "breadth") {
      $0.swift.bind(Double.self).tagged(with: Breadth.self).to(value: 1)
    },
    Ingredient(name: "plain") { $0.swift.bind(Double.self).tagged(with: Plain.self).to(value: 1) },
    Ingredient(name: "the bridge") { $0.swift.bridge(ThingBridge.self) },
    Ingredient(name: "the other bridge") { $0.swift.bridge(OtherBridge.self) },
    Ingredient(name: "a thing") { $0.swift.bind(Thing.self).to { Thing() } },
    Ingredient(name: "things") { $0.swift.declareCollection(of: Thing.self) },
  ]
}

extension Recorder {
  /// Adds to a collection that nearly every contributor adds to.
  fileprivate func words<each P>(
    line: Int = #line, _ make: @escaping @Sendable (repeat each P) -> String
  ) {
    swift.bind(String.self).intoCollection().to(factory: make, line: line)
  }
}

private struct A: Sendable {}
private struct B: Sendable {}
private final class K: Sendable {}
private final class Thing: Sendable {}

private enum MadeB: AssistedFactory {
  typealias Seed = Int
  typealias Element = B
}

private enum Width: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "width" }
}

private enum Breadth: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "width" }
}

private enum Plain: Cleanse.Tag {
  typealias Element = Double
}

private enum ThingBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> Thing { Thing() }
}

private enum OtherBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> K { K() }
}

private enum Replacing: Cleanse.Module {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(A.self).to { A() }
    binder.bind(String.self).intoCollection().to(value: "replacing")
  }
}

private enum Nested: Cleanse.Module {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(B.self).to { (_: Provider<A>) in B() }
    binder.include(module: Replacing.self)
    binder.declareOptional(of: K.self)
  }
}

private enum Outer: Cleanse.Module {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: Nested.self)
    binder.include(module: Bridging.self)
    binder.bind(Int.self).intoSet().to(value: 2)
  }
}

private enum Installing: Cleanse.Module {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: Inner.self)
  }
}

/// Has no binding.
private enum Bridging: Cleanse.Module {
  static func configure(binder: Binder<Unscoped>) {
    binder.bridge(ThingBridge.self)
  }
}

private struct InnerScope: Scope {}
private struct InnermostScope: Scope {}

private enum IntoInner: Cleanse.Module {
  static func configure(binder: Binder<InnerScope>) {
    // Inner includes it, too.
    binder.include(module: Replacing.self)
    binder.bind(String.self).intoCollection().to { (_: B) in "" }
    binder.declareOptional(of: K.self)
  }
}

private enum MoreIntoInner: Cleanse.Module {
  static func configure(binder: Binder<InnerScope>) {
    binder.include(module: IntoInner.self)
    binder.include(module: Bridging.self)
    binder.bind(Double.self).tagged(with: Width.self).to(value: 2)
    binder.bind(A.self).overriding(1).to { A() }
    binder.install(dependency: Bridged.self)
    binder.include(module: IntoInnermost.self, inSubcomponentsOf: InnermostScope.self)
  }
}

private enum IntoInnermost: Cleanse.Module {
  static func configure(binder: Binder<InnermostScope>) {
    binder.bind(B.self).to { (_: A) in B() }
    binder.bind(String.self).intoCollection().to { (_: Provider<A>, _: Int) in "" }
  }
}

private enum Inner: Component {
  static func configure(binder: Binder<InnerScope>) {
    binder.include(module: Replacing.self)
    binder.install(dependency: Innermost.self)
    binder.bind(String.self).intoCollection().to { (_: Provider<A>, _: Provider<B>) in "" }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (_: Provider<A>, _: Provider<[String]>) in 1 }
  }
}

private enum Innermost: Component {
  typealias Seed = Int
  static func configure(binder: Binder<InnermostScope>) {
    binder.bind(Provider<A>.self).to(value: Provider(value: A()))
    binder.bind(Double.self).tagged(with: Breadth.self).to(value: 1)
    binder.declareOptional(of: B.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (_: Provider<A>, _: B?, _: TaggedProvider<Width>) in "" }
  }
}

/// Declares the Swift type for a C type.
private enum Bridged: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: Bridging.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (_: Provider<Thing>) in 1 }
  }
}
