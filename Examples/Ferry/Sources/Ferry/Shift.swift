// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import CleanseMigration

typealias ShiftSeed = (clerk: String, counter: Int)

/// The coins and notes of one clerk.
final class CashDrawer {
  let clerk: String
  private(set) var balance: Money

  init(
    clerk: TaggedProvider<ClerkName>,
    float: TaggedProvider<OpeningFloat>,
    registry: DrawerRegistry
  ) {
    self.clerk = clerk.get()
    balance = float.get()
    registry.register(self)
  }

  func put(_ amount: Money) { balance = balance + amount }
}

/// The till. Its driver insists on an init without arguments, so it is filled in later.
final class CounterTerminal {
  private var drawer: CashDrawer!
  private var console: Console!
  private var tickets: Factory<Ticket.Maker>!
  private var slips: Factory<RefundSlip.Maker>!
  private var stamps: Factory<EmptySeed<TimeStamp>>!

  func injectProperties(
    drawer: CashDrawer,
    console: Console,
    tickets: Factory<Ticket.Maker>,
    slips: Factory<RefundSlip.Maker>,
    stamps: Factory<EmptySeed<TimeStamp>>
  ) {
    self.drawer = drawer
    self.console = console
    self.tickets = tickets
    self.slips = slips
    self.stamps = stamps
  }

  func sell(_ booking: Booking) {
    drawer.put(booking.fare)
    let lines = tickets.build(booking).lines + [stamps.build().text]
    console.line("  | " + lines.joined(separator: "\n  | "))
  }

  func payBack(_ refund: BookingDesk.Refund) {
    drawer.put(refund.booking.fare.share(percent: refund.percent) * -1)
    console.line("  | " + slips.build(refund).text)
  }
}

final class Shift {
  private let seed: ShiftSeed
  private let desk: BookingDesk
  private let drawer: CashDrawer
  private let console: Console
  private let formatter: PriceFormatter
  private let manifests: ComponentFactory<ManifestComponent>
  private let terminal = CounterTerminal()

  init(
    seed: ShiftSeed,
    desk: BookingDesk,
    drawer: CashDrawer,
    console: Console,
    formatter: PriceFormatter,
    terminals: PropertyInjector<CounterTerminal>,
    manifests: ComponentFactory<ManifestComponent>
  ) {
    self.seed = seed
    self.desk = desk
    self.drawer = drawer
    self.console = console
    self.formatter = formatter
    self.manifests = manifests
    terminals.injectProperties(into: terminal)
  }

  func note(_ verb: String) {
    let cash = formatter.string(drawer.balance)
    console.line("\(seed.clerk) \(verb) counter \(seed.counter) with \(cash)")
  }

  /// Sells a ticket, or puts the party on the waiting list when the boat is full.
  func serve(_ request: BookingRequest) {
    do {
      terminal.sell(try desk.book(request))
    } catch {
      console.line("  \(request.name): sorry, \(error)")
      if case BookingError.full = error {
        desk.wait(request)
      }
    }
  }

  func refund(_ number: Int) {
    do {
      let result = try desk.refund(number: number)
      terminal.payBack(result.refund)
      for booking in result.served {
        console.line("  \(booking.name) moves up from the waiting list")
        terminal.sell(booking)
      }
    } catch {
      console.line("  sorry, \(error)")
    }
  }

  func checkIn(_ sailing: Sailing) {
    console.line("  " + manifests.build(sailing).lines.joined(separator: "\n  "))
  }
}

struct ShiftComponent: Component {
  typealias Seed = ShiftSeed
  typealias Root = Shift

  static func configure(binder: Binder<ShiftScope>) {
    binder.bindSetting(OpeningFloat.self, Money(cents: 5000))
    binder
      .bind(String.self)
      .tagged(with: ClerkName.self)
      .to { (seed: Provider<ShiftSeed>) in seed.map { $0.clerk }.get() }

    binder.bind().sharedInScope().to(factory: CashDrawer.init)
    binder
      .bindPropertyInjectionOf(CounterTerminal.self)
      .to(injector: CounterTerminal.injectProperties)

    binder.install(dependency: ManifestComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Shift>) -> BindingReceipt<Shift> {
    return bind.to(factory: Shift.init)
  }
}

/// The list of all people on board that goes to the skipper.
struct Manifest {
  let lines: [String]
}

struct ManifestComponent: Component {
  typealias Seed = TaggedProvider<ManifestSailing>
  typealias Root = Manifest

  static func configure(binder: Binder<VoyageScope>) {}

  static func configureRoot(binder bind: ReceiptBinder<Manifest>) -> BindingReceipt<Manifest> {
    return bind.to {
      (
        sailing: TaggedProvider<ManifestSailing>,
        store: BookingStore,
        clerk: TaggedProvider<ClerkName>
      ) in
      let bookings = store.active(on: sailing.get())
      let title = "manifest \(sailing.get().code), signed \(clerk.get())"
      return Manifest(lines: [title] + bookings.map { "\($0.party.heads) \($0.name)" })
    }
  }
}
