import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

@Suite("Published forms: providers")
struct ProviderFormTests {
  private struct Limit: Tag { typealias Element = Int }

  private struct Fixed: ProviderProtocol {
    let getter: () -> Int
    init(getter: @escaping () -> Int) { self.getter = getter }
    func get() -> Int { return getter() }
  }

  @Test("providers are made of values, closures and other providers, and are mapped")
  func making() {
    let plain = Provider(value: 1)
    let late = Provider<Int> { 2 }
    let labelled = Provider(getter: { 3 })
    let tagged = TaggedProvider<Limit>(other: Provider(value: 4))
    let own = Provider(other: Fixed(getter: { 5 }))
    #expect([plain.get(), late.get(), labelled.get(), tagged.get(), own.get()] == [1, 2, 3, 4, 5])
    #expect(plain.map { $0 + 10 }.get() == 11 && tagged.map { "\($0)" }.get() == "4")
    #expect(TaggedProvider<Limit> { 6 }.get() == 6 && TaggedProvider<Limit>(value: 7).get() == 7)
  }

  @Test("a function is generic over providers")
  func generic() {
    func sum<P: ProviderProtocol, Q: ProviderProtocol>(_ p: P, _ q: Q) -> Int
    where P.Element == Int, Q.Element == Int {
      return p.get() + q.get()
    }
    #expect(sum(Provider(value: 1), TaggedProvider<Limit>(value: 2)) == 3)
  }

  @Test("a provider of a subclass becomes one of its superclass")
  func upcast() throws {
    struct Item {
      let screen: Provider<Screen>
      init<S: Screen>(screen: Provider<S>) { self.screen = screen.map { $0 } }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Detail.self).to { Detail() }
        binder.bind().to { (detail: Provider<Detail>) in Item(screen: detail) }
      }
    }
    #expect(try requested(Item.self, of: Bindings.self).screen.get() is Detail)
  }

  @Test("a weak provider breaks a cycle of shared objects that the root holds")
  func weakProviders() throws {
    var desktop: Desktop? = try requested(Desktop.self, of: DesktopModule.self)
    weak var window: Window?
    window = desktop?.window
    #expect(window != nil && window?.menu.window.get() === window)
    desktop = nil
    #expect(window == nil)
  }
}

final class Menu {
  let window: WeakProvider<Window>
  init(window: WeakProvider<Window>) { self.window = window }
}

final class Window {
  let menu: Menu
  init(menu: Menu) { self.menu = menu }
}

struct Desktop { let window: Window }

struct DesktopModule: Cleanse.Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind().sharedInScope().to(factory: Menu.init)
    binder.bind().sharedInScope().to(factory: Window.init)
    binder.bind().to(factory: Desktop.init)
  }
}
