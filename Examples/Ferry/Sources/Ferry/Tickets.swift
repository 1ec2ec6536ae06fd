import CleanseMigration

final class PriceFormatter {
  private let currency: Provider<String>

  init(currency: TaggedProvider<CurrencyCode>) {
    self.currency = memoizing(currency).asProvider()
  }

  func string(_ money: Money) -> String {
    let cents = abs(money.cents)
    let sign = money.cents < 0 ? "-" : ""
    return "\(sign)\(cents / 100).\(twoDigits(cents % 100)) \(currency.get())"
  }
}

struct TicketFooter {
  let text: String
}

final class Ticket {
  struct Maker: AssistedFactory {
    typealias Element = Ticket
    typealias Seed = Booking
  }

  let lines: [String]

  init(
    booking: Assisted<Booking>,
    formatter: PriceFormatter,
    office: TaggedProvider<OfficeName>,
    footer: TicketFooter?
  ) {
    let booking = booking.get()
    let sailing = booking.sailing
    lines = [
      "\(office.get()), ticket \(booking.number) for \(booking.name)",
      "\(sailing.code) \(clockFace(sailing.departure)) \(sailing.route)",
      "\(booking.party.heads) on board, \(formatter.string(booking.fare))",
      footer?.text ?? "- - -",
    ]
  }
}

struct RefundSlip {
  struct Maker: AssistedFactory {
    typealias Element = RefundSlip
    typealias Seed = BookingDesk.Refund
  }

  let text: String
}

struct TimeStamp {
  let text: String
}

struct TicketModule: Module {
  static func configure(binder: SingletonBinder) {
    binder.bindSetting(CurrencyCode.self, "EUR")
    binder.bind().sharedInScope().to(factory: PriceFormatter.init)

    // No customer has bought the advertisement yet.
    binder.bind(TicketFooter?.self).to(value: nil)

    binder
      .bindFactory(Ticket.self)
      .with(Ticket.Maker.self)
      .to(factory: Ticket.init)

    binder
      .bindFactory(RefundSlip.self)
      .with(RefundSlip.Maker.self)
      .to { (formatter: PriceFormatter, seed: Assisted<BookingDesk.Refund>) in
        let (booking, percent) = seed.get()
        let amount = formatter.string(booking.fare.share(percent: percent))
        return RefundSlip(text: "refund \(booking.number): \(percent)% is \(amount)")
      }

    binder
      .bindFactory(TimeStamp.self)
      .to { (_: Assisted<Void>, clock: OfficeClock) in
        TimeStamp(text: "issued \(clockFace(clock.now))")
      }
  }
}
