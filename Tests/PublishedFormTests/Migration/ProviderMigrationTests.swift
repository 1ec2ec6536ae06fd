import CleanseMigration
import Testing

@Suite("Published forms with the migration module: providers and protocols")
struct ProviderMigrationTests {
  private struct Limit: CleanseMigration.Tag { typealias Element = Int }
  private final class Page { var title = "" }

  @Test("providers and seeds are made of closures with a label")
  func getters() {
    let page: Page? = nil
    #expect(TaggedProvider<Limit>(getter: { 4 }).get() == 4)
    #expect(Assisted(getter: { 5 }).get() == 5)
    #if !swift(>=6)
      // In the Swift 6 language mode, a closure can't capture an object that is not sendable.
      #expect(WeakProvider<Page>(getter: { page }).get() === page)
    #endif
    #expect(WeakProvider<Page>(value: page).get() === page)
  }

  private struct Own: ProviderProtocol {
    let getter: () -> Int
    init(getter: @escaping () -> Int) { self.getter = getter }
    func get() -> Int { return getter() }
  }

  private func constant<P: ProviderProtocol>(_ value: P.Element) -> P { return P(value: value) }

  private func copy<P: ProviderProtocol>(of own: Own) -> P where P.Element == Int {
    return P(other: own)
  }

  private func keeping<P: ProviderProtocol>(_ provider: P) -> P {
    var answer: P.Element?
    return P(getter: {
      let element = answer ?? provider.get()
      answer = element
      return element
    })
  }

  @Test("a provider of any type is made of a value, a closure or another provider")
  func anyProvider() {
    let plain: Provider<Int> = constant(1)
    let tagged: TaggedProvider<Limit> = constant(2)
    let own: Own = constant(3)
    #expect([plain.get(), tagged.get(), own.get()] == [1, 2, 3])
    let copied: Provider<Int> = copy(of: own)
    #expect(Own(other: plain).get() == 1 && Own(value: 4).get() == 4 && copied.get() == 3)
    let closure = Provider { () -> Int in 5 }
    #expect(closure.get() == 5)
    var next = 0
    let counter = Own(getter: {
      next += 1
      return next
    })
    let first = keeping(counter)
    #expect([first.get(), first.get(), counter.get()] == [1, 1, 2])
  }

  @Test("map has a label, and is called without one, too")
  func mapping() {
    #expect(Provider(value: 1).map(transform: { $0 + 1 }).get() == 2)
    #expect(Provider(value: 1).map { $0 + 2 }.get() == 3)
    #expect(TaggedProvider<Limit>(value: 1).map(transform: { "\($0)" }).get() == "1")
  }

  @Test("a tagged provider becomes a plain one by a call, or by its property")
  func plainProvider() {
    let tagged = TaggedProvider<Limit>(value: 4)
    let (called, read) = (tagged.asProvider(), tagged.asProvider)
    #expect(called.get() == 4 && read.get() == 4)
  }

  private struct App: RootComponent {
    typealias Root = Int
    static func configure(binder: UnscopedBinder) {}
    static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
      return bind.to(value: 3)
    }
  }
  private struct Three: ComponentFactoryProtocol {
    typealias ComponentElement = App
    func build(_ seed: Void) -> Int { return 3 }
  }

  private func open<F: ComponentFactoryProtocol>(_ factory: F) -> F.ComponentElement.Root
  where F.ComponentElement.Seed == Void {
    return factory.build(())
  }

  @Test("a component factory is passed as its protocol, as is a double")
  func factoryProtocol() throws {
    #expect(open(try ComponentFactory.of(App.self)) == 3 && open(Three()) == 3)
    #expect(ComponentFactory<App>.ComponentElement.self == App.self)
  }

  private struct Titling: PropertyInjectorProtocol {
    func injectProperties(into page: Page) { page.title = "double" }
  }

  private func fill<I: PropertyInjectorProtocol>(_ injector: I, _ target: I.Element) {
    injector.injectProperties(into: target)
  }

  @Test("a property injector is passed as its protocol, as is a double")
  func injectorProtocol() throws {
    struct Bindings: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bindPropertyInjectionOf(Page.self).to { $0.title = "title" }
      }
    }
    let page = Page()
    fill(try requested(PropertyInjector<Page>.self, of: Bindings.self), page)
    #expect(page.title == "title")
    fill(Titling(), page)
    #expect(page.title == "double")
  }
}
