import CleanseTestSupport
import Cleanse
import Testing

@Suite("Warnings")
struct WarningTests {
  @Test("a subcomponent's binding that shadows an ancestor's is reported, an override is not")
  func shadowed() throws {
    let found = allFindings(of: Parent.self).filter { $0.code == .shadowedBinding }
    expectGolden(found.map(\.description).joined(separator: "\n"), "shadowed-binding")
  }

  // It had no location, and a fix that a seed can't have.
  @Test("a seed that shadows another one is reported where its component is installed")
  func shadowedSeed() throws {
    let found = allFindings(of: Organization.self)
    #expect(found.map(\.code) == [.shadowedBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "shadowed-seed")
  }

  @Test("an unused binding is reported, with the collection that it may be meant for")
  func unused() throws {
    let found = allFindings(of: Wasteful.self)
    #expect(Set(found.map(\.code)) == [.unusedBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "unused-binding")
  }

  @Test("nested components with one scope are an error")
  func scopes() throws {
    let found = findings(of: SameScope.self)
    #expect(found.map(\.code) == [.scopeNesting])
    expectGolden(found.map(\.description).joined(separator: "\n"), "scope-nesting")
  }

  @Test("a missing key is reported with near misses")
  func near() throws {
    let found = findings(of: Near.self).filter { $0.code == .missingBinding }
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-misses")
  }
}

private struct User { let name: String }

private enum UserComponent: Component {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<User>) -> BindingReceipt<User> {
    bind.to(factory: User.init)
  }
}

private struct OrganizationRoot {
  let name: String
  let users: ComponentFactory<UserComponent>
}

private enum Organization: RootComponent {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) { binder.install(dependency: UserComponent.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<OrganizationRoot>
  ) -> BindingReceipt<OrganizationRoot> {
    bind.to(factory: OrganizationRoot.init)
  }
}

private struct InsideScope: Scope {}

private enum Inside: Component {
  static func configure(binder: Binder<InsideScope>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int8.self).overriding().to(value: 1)
    binder.bind(Int16.self).intoCollection().to(value: 1)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (a: Int, b: Int8, c: [Int16]) in "" }
  }
}

private enum Parent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int8.self).to(value: 1)
    binder.bind(Int16.self).intoCollection().to(value: 1)
    binder.install(dependency: Inside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int32>) -> BindingReceipt<Int32> {
    bind.to { (inside: ComponentFactory<Inside>, a: Int, b: Int8) in 1 }
  }
}

private protocol Filter {}
private struct Plain: Filter {}

private enum Wasteful: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind((any Filter).self).to { Plain() }
    binder.declareCollection(of: (any Filter).self)
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind(Int.self).intoCollection().to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int32>) -> BindingReceipt<Int32> {
    bind.to { (filters: [any Filter]) in 1 }
  }
}

private enum SameScopeInside: Component {
  static func configure(binder: Binder<Singleton>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to(value: "")
  }
}

private enum SameScope: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: SameScopeInside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int32>) -> BindingReceipt<Int32> {
    bind.to { (inside: ComponentFactory<SameScopeInside>) in 1 }
  }
}

private enum Tagged: Cleanse.Tag { typealias Element = Int8 }

private enum Near: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).to(value: 1)
    binder.bind((any Filter).self).to { Plain() }
    binder.install(dependency: Inside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int32>) -> BindingReceipt<Int32> {
    bind.to {
      (
        tagged: TaggedProvider<Tagged>, filters: [any Filter], numbers: [Int16],
        inside: ComponentFactory<Inside>, number: Int8, filter: any Filter
      ) in 1
    }
  }
}
