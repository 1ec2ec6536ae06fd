import Cleanse

/// The last steps of a binding, and the forms of requests.
enum RequestsExample {
  // guide: bindings
  enum TripModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Oslo")
      binder.bind(Ticket.self).to(factory: Ticket.init)
      binder.bind(Double.self).to { 12.5 }
      binder.bind(Bill.self).to { (ticket: Ticket, price: Double) in
        Bill(text: "\(ticket.goal): \(price)")
      }
      binder.bind(Int.self).to(provider: Provider { 3 })
    }
  }
  // guide: end

  final class Ticket: Sendable {
    let goal: String
    init(goal: String) { self.goal = goal }
  }

  struct Bill { let text: String }

  // guide: inferred-types
  enum FareModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind().to { (ticket: Ticket) in Fare(ticket: ticket, price: 12.5) }  // a Fare
      binder.bind(((Double) -> String).self).to(value: { "\($0) €" })  // the function
    }
  }
  // guide: end

  struct Fare {
    let ticket: Ticket
    let price: Double
  }

  enum FareComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Ticket.self).to { Ticket(goal: "Oslo") }
      binder.include(module: FareModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
      bind.to { (fare: Fare, format: @escaping (Double) -> String) in
        "\(fare.ticket.goal): \(format(fare.price))"
      }
    }
  }

  // guide: requests
  struct Desk {
    let ticket: Ticket  // one ticket, made now
    let tickets: Provider<Ticket>  // a ticket at each get()
    let makeTicket: () -> Ticket  // the same as a plain function
    let spareTicket: Ticket?  // as `ticket`, for initialisers that take an optional
  }
  // guide: end

  enum DeskComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: TripModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Desk>) -> BindingReceipt<Desk> {
      bind.to(factory: Desk.init)
    }
  }

  enum BillComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: TripModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<[String]>) -> BindingReceipt<[String]> {
      bind.to { (bill: Bill, count: Int) in [bill.text, "\(count)"] }
    }
  }
}
