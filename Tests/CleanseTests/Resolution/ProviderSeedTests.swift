import Cleanse
import Testing

@Suite("A seed that is a provider")
struct ProviderSeedTests {
  @Test("a provider seed provides its element, as a plain value and in every other form")
  func forms() throws {
    let forms = try ComponentFactory.of(FormsComponent.self).build("Ann")
    #expect(forms.value == "Ann" && forms.provider.get() == "Ann" && forms.function() == "Ann")
    #expect(try forms.throwing.get() == "Ann")
  }

  @Test("a provider seed is called for each request of the element")
  func calls() throws {
    let count = Guarded(0)
    let forms = try ComponentFactory.of(FormsComponent.self).build(
      Provider {
        count.withLock { count in
          count += 1
          return "\(count)"
        }
      })
    #expect(forms.value == "1")
    #expect(forms.provider.get() == "2" && forms.function() == "3")
  }

  @Test("a provider seed comes before an ancestor's binding of the element")
  func ancestor() throws {
    let root = try ComponentFactory.of(AncestorComponent.self).build(())
    #expect(root.text == "ancestor")
    let inner = root.inner.build("seed")
    #expect(inner.value == "seed" && inner.provider.get() == "seed")
    let other = root.inner.build(Provider(value: "other"))
    #expect(other.value == "other" && other.provider.get() == "other")
  }

  @Test("a provider seed comes after the component's own binding of the element")
  func own() throws {
    let own = try ComponentFactory.of(OwnComponent.self).build("seed")
    #expect(own.value == "bound after seed" && own.provider.get() == "seed")
    #expect(try ComponentFactory.of(TextComponent.self).build("seed") == "root of seed")
  }
}

private struct Forms {
  let value: String
  let provider: Provider<String>
  let function: () -> String
  let throwing: ThrowingProvider<String>
}

private enum FormsComponent: RootComponent {
  typealias Seed = Provider<String>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Forms>) -> BindingReceipt<Forms> {
    bind.to {
      (
        value: String, provider: Provider<String>, function: @escaping () -> String,
        throwing: ThrowingProvider<String>
      ) in
      Forms(value: value, provider: provider, function: function, throwing: throwing)
    }
  }
}

private struct Pair {
  let value: String
  let provider: Provider<String>
}

private enum Subcomponent: Component {
  typealias Seed = Provider<String>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private struct Ancestor {
  let text: String
  let inner: ComponentFactory<Subcomponent>
}

private enum AncestorComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "ancestor")
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Ancestor>) -> BindingReceipt<Ancestor> {
    bind.to(factory: Ancestor.init)
  }
}

private enum OwnComponent: RootComponent {
  typealias Seed = Provider<String>
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to { (seed: Provider<String>) in "bound after \(seed.get())" }
  }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum TextComponent: RootComponent {
  typealias Seed = Provider<String>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (seed: Provider<String>) in "root of \(seed.get())" }
  }
}
