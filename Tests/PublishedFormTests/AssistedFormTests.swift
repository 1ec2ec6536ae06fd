import Cleanse
import Testing

@Suite("Published forms: assisted factories")
struct AssistedFormTests {
  @Test("a factory combines a seed with a shared dependency")
  func seeds() throws {
    final class Service {}
    final class Page {
      let customer: String
      let service: Service
      init(customer: Assisted<String>, service: Service) {
        self.customer = customer.get()
        self.service = service
      }
      struct AssistedFactory: Cleanse.AssistedFactory {
        typealias Seed = String
        typealias Element = Page
      }
      struct Module: Cleanse.Module {
        static func configure(binder: UnscopedBinder) {
          binder.bindFactory(Page.self).with(AssistedFactory.self).to(factory: Page.init)
        }
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().sharedInScope().to(factory: Service.init)
        binder.include(module: Page.Module.self)
      }
    }
    let pages = try requested(Factory<Page.AssistedFactory>.self, of: Bindings.self)
    let (ann, bob) = (pages.build("Ann"), pages.build("Bob"))
    #expect(ann.customer == "Ann" && bob.customer == "Bob")
    #expect(ann !== bob && ann.service === bob.service)
  }

  @Test("the seed is the only parameter, is a tuple, or is empty")
  func otherSeeds() throws {
    struct Help { let name: Assisted<String> }
    struct HelpFactory: AssistedFactory {
      typealias Element = Help
      typealias Seed = String
    }
    struct Order { let text: String }
    struct OrderFactory: AssistedFactory {
      typealias Element = Order
      typealias Seed = (String, Int)
    }
    struct Ticket { let number: Int }
    struct Desk {
      let help: Factory<HelpFactory>
      let orders: Factory<OrderFactory>
      let tickets: Factory<EmptySeed<Ticket>>
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(value: 9)
        binder.bindFactory(Help.self).with(HelpFactory.self).to(factory: Help.init)
        binder.bindFactory(Order.self).with(OrderFactory.self).to {
          (seed: Assisted<OrderFactory.Seed>, number: Int) in
          return Order(text: "\(seed.get().0) \(seed.get().1) \(number)")
        }
        binder.bindFactory(Ticket.self).with(EmptySeed<Ticket>.self).to {
          (seed: Assisted<Void>, number: Int) in
          return Ticket(number: number)
        }
        binder.bind().to(factory: Desk.init)
      }
    }
    let desk = try requested(Desk.self, of: Bindings.self)
    #expect(desk.help.build("me").name.get() == "me")
    #expect(desk.orders.build(("tea", 2)).text == "tea 2 9")
    #expect(desk.tickets.build(()).number == 9)
  }
}
