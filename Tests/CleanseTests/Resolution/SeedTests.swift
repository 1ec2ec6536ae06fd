import Cleanse
import Testing

@Suite("Seeds")
struct SeedTests {
  @Test("a tuple can be requested as a whole")
  func tuple() throws {
    let factory = try ComponentFactory.of(TupleComponent.self)
    #expect(factory.build((id: 1, name: "Ann")) == "1 Ann")
    #expect(factory.build((2, "Bob")) == "2 Bob")
  }

  @Test("a tagged provider takes its element as seed, in a root component and a subcomponent")
  func taggedProvider() throws {
    let factory = try ComponentFactory.of(TaggedComponent.self)
    let root = factory.build("Ann")
    #expect(root.name.get() == "Ann")
    #expect(root.inner.build(3).text == "Ann 3")
    #expect(factory.build(TaggedProvider { "Bob" }).inner.build(4).text == "Bob 4")
  }

  @Test("a provider takes its element as seed")
  func provider() throws {
    let factory = try ComponentFactory.of(ProviderComponent.self)
    #expect(factory.build("Ann") == "Ann")
    #expect(factory.build(Provider(value: "Bob")) == "Bob")
  }

  @Test("a tagged provider and a plain value of its type are two keys")
  func tagged() {
    #expect(findings(of: UntaggedComponent.self).map(\.code) == [.missingBinding])
  }

  @Test("a seed can be requested in every form, and is the same within a build")
  func forms() throws {
    let user = User(name: "Ann")
    let forms = try ComponentFactory.of(FormsComponent.self).build(user)
    #expect(forms.user === user && forms.provider.get() === user && forms.optional === user)
  }

  @Test("only the dependents of a seed keep it alive")
  func lifetime() throws {
    weak var seed: User?
    var kept: Provider<User>?
    do {
      let user = User(name: "Ann")
      seed = user
      kept = try ComponentFactory.of(FormsComponent.self).build(user).provider
    }
    #expect(seed != nil && kept?.get() === seed)
    kept = nil
    #expect(seed == nil)
  }
}

private final class User {
  let name: String
  init(name: String) { self.name = name }
}

private enum Name: Cleanse.Tag { typealias Element = String }
private enum Number: Cleanse.Tag { typealias Element = Int }

private enum ProviderComponent: RootComponent {
  typealias Seed = Provider<String>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (name: Provider<String>) in name.get() }
  }
}

private enum TupleComponent: RootComponent {
  typealias Seed = (id: Int, name: String)
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (seed: (id: Int, name: String)) in "\(seed.id) \(seed.name)" }
  }
}

private struct TaggedRoot {
  let name: TaggedProvider<Name>
  let inner: ComponentFactory<TaggedInner>
}

private enum TaggedComponent: RootComponent {
  typealias Seed = TaggedProvider<Name>
  static func configure(binder: Binder<Unscoped>) { binder.install(dependency: TaggedInner.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<TaggedRoot>
  ) -> BindingReceipt<TaggedRoot> {
    bind.to(factory: TaggedRoot.init)
  }
}

private struct InnerRoot { let text: String }

private enum TaggedInner: Component {
  typealias Seed = TaggedProvider<Number>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<InnerRoot>) -> BindingReceipt<InnerRoot> {
    bind.to { (name: TaggedProvider<Name>, number: TaggedProvider<Number>) in
      InnerRoot(text: "\(name.get()) \(number.get())")
    }
  }
}

private enum UntaggedComponent: RootComponent {
  typealias Seed = TaggedProvider<Name>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (name: String) in name.count }
  }
}

private struct Forms {
  let user: User
  let provider: Provider<User>
  let optional: User?
}

private enum FormsComponent: RootComponent {
  typealias Seed = User
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Forms>) -> BindingReceipt<Forms> {
    bind.to(factory: Forms.init)
  }
}
