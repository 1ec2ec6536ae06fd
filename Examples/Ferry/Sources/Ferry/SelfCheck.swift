import CleanseMigration

/// A few checks that run before the doors open, with doubles instead of the real parts.
final class SelfCheck {
  private var passed = 0
  private var failures: [String] = []

  func run() -> [String] {
    checkFares()
    checkDesk()
    checkProviders()
    checkFrozenOffice()
    checkBrokenGraphs()
    return failures.map { "FAILED: \($0)" } + ["\(passed) checks passed"]
  }

  private func expect(_ condition: Bool, _ name: String) {
    if condition {
      passed += 1
    } else {
      failures.append(name)
    }
  }

  private let boat = Sailing(code: "T1", route: "A - B", departure: 600, seats: 4, metres: 5)

  private func calculator(islanders: IslanderScheme? = nil) -> FareCalculator {
    let table = FareTable(adult: Money(cents: 100), child: .zero, metre: Money(cents: 10))
    return FareCalculator(
      rules: [PassengerRule(table: table), VehicleRule(table: table)],
      surcharges: TaggedProvider { [Surcharge(amount: Money(cents: 3)) { _, _ in true }] },
      islanders: islanders
    )
  }

  private func draft(
    _ request: BookingRequest,
    store: BookingStore = InMemoryBookingStore(),
    numbers: Provider<BookingNumber>
  ) -> BookingDraft {
    return BookingDraft(
      request: Assisted(value: request),
      timetable: Timetable(sailings: [boat], clock: FrozenClock()),
      store: store,
      calculator: calculator(),
      numbers: numbers
    )
  }

  private func request(_ name: String, adults: Int) -> BookingRequest {
    return BookingRequest(name: name, sailing: "T1", party: Party(adults: adults))
  }

  private func checkFares() {
    let party = Party(adults: 2, children: 1, vehicle: .car, islander: true)
    expect(calculator().fare(for: party, on: boat).cents == 253, "plain fare")
    let islanders = calculator(islanders: IslanderScheme(percent: 50))
    expect(islanders.fare(for: party, on: boat).cents == 128, "islander fare")

    let formatter = PriceFormatter(currency: TaggedProvider(value: "XTS"))
    expect(formatter.string(Money(cents: -1005)) == "-10.05 XTS", "price format")
  }

  private func checkDesk() {
    let numbers = Provider<BookingNumber> { fatalError("a full boat must not use up a number") }
    let tooMany = draft(request("Bea", adults: 5), numbers: numbers)
    expect((try? tooMany.confirm()) == nil, "too many people")

    let store = InMemoryBookingStore()
    let mail = MailRoom(office: TaggedProvider(value: "Test pier"))
    let desk = BookingDesk(
      store: store,
      drafts: Factory(factory: { request in
        self.draft(request, store: store, numbers: Provider(value: BookingNumber(value: 7)))
      }),
      waitlist: Waitlist(desk: WeakProvider(value: nil)),
      notifiers: { [mail] },
      clock: FrozenClock()
    )
    expect((try? desk.book(request("Ada", adults: 4)))?.number == 7, "number of a booking")
    desk.wait(request("Cyd", adults: 2))
    let result = try? desk.refund(number: 7)
    expect(result?.refund.percent == 90, "refund share")
    expect(result?.served.isEmpty == true, "a waiting list without a desk")
    expect(mail.outbox.count == 1, "mail")
  }

  private func checkProviders() {
    var count = 0
    let counting = Provider { () -> Int in
      count += 1
      return count
    }
    let memoized = memoizing(counting)
    expect([memoized.get(), memoized.get(), counting.get()] == [1, 1, 2], "kept answer")

    let name = TaggedProvider<OfficeName>(value: "Test pier")
    expect(name.asProvider().map { $0.count }.get() == 9, "mapped tag")
    expect(Provider(other: name).get() == "Test pier", "copied tag")
  }

  private func checkFrozenOffice() {
    let launcher = try? Launcher(clocks: FrozenClockModule.self)
    expect(launcher?.app.clock.now == 480, "clock of the frozen office")
    expect(launcher?.app.timetable.upcoming.count == 4, "timetable of the frozen office")

    var lighthouse = try? ComponentFactory.of(Lighthouse.self)
    let lamp = lighthouse?.build()
    expect(lamp?.keeper.get() != nil, "an open lighthouse has a keeper")
    lighthouse = nil
    expect(lamp?.keeper.get() == nil, "a closed lighthouse has none")
  }

  private func checkBrokenGraphs() {
    expect(verdict(on: BrokenOffice<ExcursionModule>.self) == "no clock", "one missing part")
    expect(verdict(on: BrokenOffice<TariffModule>.self) == "2 errors", "two missing parts")
    expect(verdict(on: SideOffice.self) == "SideShift", "a seed without a scope")
  }

  private func verdict<C: RootComponent>(on component: C.Type) -> String {
    let loader = CleanseServiceLoader()
    loader.register(HouseRules())
    do {
      _ = try ComponentFactory.of(component, serviceLoader: loader)
      return "fine"
    } catch let error as HouseRuleBroken {
      return error.component
    } catch let error as MissingProvider {
      return error.description.contains("OfficeClock") ? "no clock" : error.description
    } catch let error as MultiError {
      return "\(error.errors.count) errors"
    } catch {
      return "\(error)"
    }
  }
}

private final class FrozenClock: OfficeClock {
  let now = 480

  func advance(to minutes: Int) {}
}

private struct FrozenClockModule: ClockModule {
  static func configure(binder: SingletonBinder) {}

  static func configureClock(binder bind: ReceiptBinder<OfficeClock>)
    -> BindingReceipt<OfficeClock>
  {
    return bind.to(value: FrozenClock())
  }
}

private final class Keeper {}

private struct Lamp {
  let keeper: WeakProvider<Keeper>
}

private struct Lighthouse: RootComponent {
  static func configure(binder: SingletonBinder) {
    binder.bind().sharedInScope().to(factory: Keeper.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Lamp>) -> BindingReceipt<Lamp> {
    return bind.to(factory: Lamp.init)
  }
}

private struct BrokenOffice<Part: Module>: RootComponent where Part.Scope == Unscoped {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: Part.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Timetable>) -> BindingReceipt<Timetable> {
    return bind.to(factory: Timetable.init)
  }
}

private struct SideShift: Component {
  typealias Seed = Int

  static func configure(binder: UnscopedBinder) {}

  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    return bind.to { "counter \($0 as Int)" }
  }
}

private struct SideOffice: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.install(dependency: SideShift.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Bool>) -> BindingReceipt<Bool> {
    return bind.to(value: true)
  }
}
