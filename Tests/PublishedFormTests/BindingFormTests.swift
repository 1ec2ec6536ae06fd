import Cleanse
import Testing

@Suite("Published forms: bindings")
struct BindingFormTests {
  @Test("initialisers are factories, and bind() infers the type")
  func initialisers() throws {
    struct Bun { let name = "kaiser" }
    struct Patty { let grams: Int }
    struct Burger {
      let bun: Bun
      let patty: Patty
    }
    struct Kitchen: Cleanse.Module {
      static func configure(binder: UnscopedBinder) {
        binder.bind().to(factory: Bun.init)
        binder.bind(Int.self).to(value: 120)
        binder.bind(Patty.self).to(factory: Patty.init)
      }
    }
    struct App: RootComponent {
      typealias Root = Burger
      static func configure(binder: UnscopedBinder) { binder.include(module: Kitchen.self) }
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.to(factory: Root.init)
      }
    }
    let burger = try! ComponentFactory.of(App.self).build(())
    #expect(burger.bun.name == "kaiser" && burger.patty.grams == 120)
  }

  @Test("closures are factories: without, with named and with anonymous parameters")
  func closures() throws {
    struct Sign { let text: String }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to { 4 }
        binder.bind().to { () -> String in
          let word = "lanes"
          return word
        }
        binder.bind(Double.self).to { Double($0 as Int) }
        binder.bind().to { (number: Int, name: String, exact: Double) in
          Sign(text: "\(number) \(name) \(exact)")
        }
        binder.bind(Float.self).to {
          (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) -> Float in
          let sum = [a, b, c, d, e, f, g, h, i].reduce(0, +)
          return Float(sum)
        }
      }
    }
    #expect(try requested(Sign.self, of: Bindings.self).text == "4 lanes 4.0")
    #expect(try requested(Float.self, of: Bindings.self) == 36)
  }

  @Test("a protocol is bound to an initialiser, and forwards to another binding")
  func protocols() throws {
    struct Stage {
      let speaker: Speaker
      let loud: LoudSpeaker
    }
    struct ByInitialiser: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Speaker.self).to(factory: QuietSpeaker.init)
      }
    }
    struct ByForwarding: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Speaker.self).to { $0 as LoudSpeaker }
        binder.bind().sharedInScope().to(factory: LoudSpeaker.init)
        binder.bind().to(factory: Stage.init)
      }
    }
    #expect(try requested(Speaker.self, of: ByInitialiser.self).speak() == "quiet")
    #expect(try requested(Stage.self, of: ByForwarding.self).speaker.speak() == "LOUD")
  }

  @Test("a root is a value, and a provider is bound")
  func values() throws {
    struct App: RootComponent {
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to(value: 3)
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(provider: Provider(value: 5))
      }
    }
    #expect(try ComponentFactory.of(App.self).build(()) == 3)
    #expect(try requested(Int.self, of: Bindings.self) == 5)
  }

  @Test("a dependency is requested plainly, as an optional, as a provider and as a function")
  func requests() throws {
    final class Pen {}
    struct Desk {
      let plain: Pen
      let optional: Pen?
      let implicit: Pen!
      let provider: Provider<Pen>
      let make: () -> Pen
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().to(factory: Pen.init)
        binder.bind().to(factory: Desk.init)
      }
    }
    let desk = try requested(Desk.self, of: Bindings.self)
    #expect(desk.optional != nil && desk.implicit != nil)
    #expect(desk.plain !== desk.optional && desk.plain !== desk.implicit)
    #expect(desk.provider.get() !== desk.provider.get() && desk.make() !== desk.make())
  }

  @Test("a module is included twice, and is nested in what it configures")
  func modules() throws {
    final class Clock {
      let zone: String
      init(zone: String) { self.zone = zone }
      struct Zone: Cleanse.Module {
        static func configure(binder: UnscopedBinder) { binder.bind().to(value: "UTC") }
      }
      struct Module: Cleanse.Module {
        static func configure(binder: UnscopedBinder) {
          binder.bind(Clock.self).to(factory: Clock.init)
          binder.include(module: Zone.self)
        }
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.include(module: Clock.Module.self)
        binder.include(module: Clock.Zone.self)
        binder.include(module: Clock.Module.self)
      }
    }
    #expect(try requested(Clock.self, of: Bindings.self).zone == "UTC")
  }

  @Test("a binding is configured by a function with a receipt, also an inferred or a shared one")
  func configured() throws {
    final class Report {
      let author: String
      init(author: String) { self.author = author }
      static func configure(binder bind: ReceiptBinder<Report>) -> BindingReceipt<Report> {
        return bind.to(factory: Report.init)
      }
      static func configureAuthor(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
        return bind.to(value: "Ann")
      }
    }
    struct Pair {
      let one: Report
      let other: Report
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Report.self).sharedInScope().configured(with: Report.configure)
        binder.bind().configured(with: Report.configureAuthor)
        binder.bind(Pair.self).configured { bind in bind.to(factory: Pair.init) }
      }
    }
    let pair = try requested(Pair.self, of: Bindings.self)
    #expect(pair.one === pair.other && pair.one.author == "Ann")
  }

  @Test("a program adds a terminating step in an extension of BindToable")
  func ownStep() throws {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) { binder.bind(String.self).toGreeting() }
    }
    #expect(try requested(String.self, of: Bindings.self) == "hello")
  }
}
