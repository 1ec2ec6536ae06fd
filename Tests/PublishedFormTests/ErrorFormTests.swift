import Cleanse
import Testing

final class Hen { init(egg: Egg) {} }
final class Egg { init(hen: Hen) {} }
struct Wheel {}
struct Pedal {}
struct Bicycle { init(wheel: Wheel, pedal: Pedal) {} }

/// The text of the error that a module is rejected with.
func rejection<Value, M: Cleanse.Module>(_ value: Value.Type, of module: M.Type) -> String
where M.Scope == Singleton {
  do {
    _ = try ComponentFactory.of(Requesting<Value, M>.self)
    return "accepted"
  } catch {
    return String(describing: error)
  }
}

@Suite("Published forms: validation errors")
struct ErrorFormTests {
  @Test("all missing bindings are thrown together, with the requester and the line")
  func missing() {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Bicycle.self).to(factory: Bicycle.init)
      }
    }
    let message = rejection(Bicycle.self, of: Bindings.self)
    #expect(message.contains("Wheel") && message.contains("Pedal"))
    #expect(message.contains("Bicycle") && message.contains("ErrorFormTests.swift:"))
  }

  @Test("a cycle is thrown")
  func cycle() {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Hen.self).sharedInScope().to(factory: Hen.init)
        binder.bind(Egg.self).to(factory: Egg.init)
      }
    }
    #expect(rejection(Egg.self, of: Bindings.self).contains("[cleanse/dependency-cycle]"))
  }

  @Test("a subcomponent with the scope of its parent is thrown")
  func scopes() {
    struct Inner: Component {
      static func configure(binder: Binder<Singleton>) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to(value: 1)
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: Inner.self)
        binder.bind(Double.self).to { Double(($0 as ComponentFactory<Inner>).build(())) }
      }
    }
    #expect(rejection(Double.self, of: Bindings.self).contains("[cleanse/scope-nesting]"))
  }

  @Test("two bindings of one type are thrown; 4.2 stopped the program in build")
  func duplicates() {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(value: 1)
        binder.bind(Int.self).to(value: 2)
      }
    }
    #expect(rejection(Int.self, of: Bindings.self).contains("[cleanse/duplicate-binding]"))
  }

  @Test("validation makes no objects, and can be left out")
  func validate() throws {
    struct App: RootComponent {
      nonisolated(unsafe) static var made = 0
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to { () -> Int in
          App.made += 1
          return App.made
        }
      }
    }
    let factory = try ComponentFactory.of(App.self, validate: true)
    #expect(App.made == 0)
    #expect(factory.build(()) == 1)
    #expect(try ComponentFactory.of(App.self, validate: false).build(()) == 2)
  }
}
