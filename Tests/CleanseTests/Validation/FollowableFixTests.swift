import Cleanse
import CleanseTestSupport
import Testing

// Suggested fixes named steps that the builder of the binding does not have, or repeated what had been written.
@Suite("Fixes can be followed")
struct FollowableFixTests {
  private func expectFixes<C: RootComponent>(
    of component: C.Type, _ codes: [Diagnostic.Code], _ golden: String
  ) {
    let found = allFindings(of: component).filter { codes.contains($0.code) }
    #expect(Set(found.map(\.code)) == Set(codes))
    expectGolden(found.map(\.description).joined(separator: "\n"), golden)
  }

  @Test("a component without a scope needs one first")
  func unscoped() {
    expectFixes(
      of: UnscopedApp.self, [.weakWithoutScope, .unawaitedBinding],
      "fixes-unscoped")
  }

  @Test("what can't be shared is requested in another form")
  func unsharable() {
    expectFixes(of: Unsharable.self, [.weakWithoutScope], "fixes-unsharable")
  }

  @Test("a module without a scope can't share")
  func captive() {
    expectFixes(of: CaptiveApp.self, [.captiveDependency], "fixes-captive")
  }

  @Test("factories and property injectors have no tags and no collections")
  func duplicates() {
    expectFixes(of: Duplicates.self, [.duplicateBinding], "fixes-duplicates")
  }

  @Test("installing a component has no options")
  func installed() {
    expectFixes(of: Parent.self, [.shadowedBinding], "fixes-installed")
  }

  @Test("a contribution requests a provider of its collection, and a root is held by another type")
  func itself() {
    expectFixes(of: Selfish.self, [.dependencyCycle], "fixes-itself")
    expectFixes(of: SelfishRoot.self, [.dependencyCycle], "fixes-root-itself")
  }

  @Test("a seed is requested as such, and only what has its type is one")
  func seeds() {
    expectFixes(of: Seeds.self, [.missingBinding], "fixes-seeds")
  }
}

private final class Dog: Sendable {}
private final class Kennel: Sendable {
  init(dog: Dog) {}
}

private enum UnscopedApp: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Dog.self).to(factory: Dog.init)
    binder.bind(Int.self).to { () async in 1 }
    binder.bind(Int8.self).intoCollection().to { () async in 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (dog: WeakProvider<Dog>, number: Int, sizes: [Int8]) in 1 }
  }
}

private enum Unsharable: RootComponent {
  typealias Seed = Kennel
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Dog.self).intoCollection().to(factory: Dog.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (dogs: WeakProvider<[Dog]>, seed: WeakProvider<Kennel>) in 1
    }
  }
}

private enum DogModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Dog.self).to(factory: Dog.init) }
}

private enum CaptiveApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: DogModule.self)
    binder.bind(Kennel.self).sharedInScope().to(factory: Kennel.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (kennel: Kennel, dog: Dog) in 1 }
  }
}

private enum Making: AssistedFactory {
  typealias Seed = Int
  typealias Element = String
}

private enum Duplicates: RootComponent {
  static func configure(binder: UnscopedBinder) {
    for _ in 0..<2 {
      binder.bindFactory(String.self).with(Making.self).to { (seed: Assisted<Int>) in "" }
      binder.bindPropertyInjectionOf(Dog.self).to { (dog: Dog) in }
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (making: Factory<Making>, injector: PropertyInjector<Dog>) in 1 }
  }
}

private enum Leaf: Component {
  static func configure(binder: UnscopedBinder) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { 1 }
  }
}

private enum Middle: Component {
  static func configure(binder: UnscopedBinder) { binder.install(dependency: Leaf.self) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (leaf: ComponentFactory<Leaf>) in leaf.build(()) }
  }
}

private enum Parent: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.install(dependency: Leaf.self)
    binder.install(dependency: Middle.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (leaf: ComponentFactory<Leaf>, middle: ComponentFactory<Middle>) in 1 }
  }
}

private enum Selfish: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).intoCollection().to { (all: [Int]) in all.count }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (all: [Int]) in 1 }
  }
}

private enum SelfishRoot: RootComponent {
  static func configure(binder: UnscopedBinder) {}
  static func configureRoot(binder bind: ReceiptBinder<Int?>) -> BindingReceipt<Int?> {
    bind.to { (number: Int?) in number }
  }
}

private enum Seeds: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bindFactory(String.self).with(Making.self).to { (seed: Assisted<Int>?, size: Int) in "" }
    binder.bindFactory(String.self).with(OtherMaking.self).to { (size: Double) in "" }
    binder.bindFactory(String.self).with(ThirdMaking.self).to { (seed: Provider<Assisted<Int>>) in
      ""
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to {
      (
        making: Factory<Making>, other: Factory<OtherMaking>, third: Factory<ThirdMaking>
      ) in 1
    }
  }
}

private enum OtherMaking: AssistedFactory {
  typealias Seed = Int
  typealias Element = String
}

private enum ThirdMaking: AssistedFactory {
  typealias Seed = Int
  typealias Element = String
}
