import CleanseMigration

/// A request on its way to becoming a booking.
final class BookingDraft {
  struct Maker: AssistedFactory {
    typealias Element = BookingDraft
    typealias Seed = BookingRequest
  }

  private let request: Assisted<BookingRequest>
  private let timetable: Timetable
  private let store: BookingStore
  private let calculator: FareCalculator
  private let numbers: Provider<BookingNumber>

  init(
    request: Assisted<BookingRequest>,
    timetable: Timetable,
    store: BookingStore,
    calculator: FareCalculator,
    numbers: Provider<BookingNumber>
  ) {
    self.request = request
    self.timetable = timetable
    self.store = store
    self.calculator = calculator
    self.numbers = numbers
  }

  /// A number is only used up when there is room on board.
  func confirm() throws -> Booking {
    let request = self.request.get()
    let sailing = try timetable.sailing(request.sailing)
    let seats = sailing.seats - store.heads(on: sailing)
    let metres = store.active(on: sailing).map { $0.party.metres }.reduce(0, +)
    guard request.party.heads <= seats else {
      throw BookingError.full(sailing.code, seatsLeft: seats)
    }
    guard request.party.metres <= sailing.metres - metres else {
      throw BookingError.noDeckSpace(sailing.code)
    }
    return Booking(
      number: numbers.get().value,
      name: request.name,
      sailing: sailing,
      party: request.party,
      fare: calculator.fare(for: request.party, on: sailing)
    )
  }
}

/// Parties that would like to come along when a member stays at home.
final class Waitlist {
  private let desk: WeakProvider<BookingDesk>
  private var requests: [BookingRequest] = []

  init(desk: WeakProvider<BookingDesk>) {
    self.desk = desk
  }

  func add(_ request: BookingRequest) { requests.append(request) }

  /// Gives the freed room to the first parties that fit.
  func serve(_ sailing: Sailing) -> [Booking] {
    var served: [Booking] = []
    requests.removeAll { request in
      guard request.sailing == sailing.code, let booking = try? desk.get()?.book(request) else {
        return false
      }
      served.append(booking)
      return true
    }
    return served
  }
}

final class BookingDesk {
  typealias Refund = (booking: Booking, percent: Int)

  private let store: BookingStore
  private let drafts: Factory<BookingDraft.Maker>
  private let waitlist: Waitlist
  private let notifiers: () -> [Notifier]
  private let clock: OfficeClock

  init(
    store: BookingStore,
    drafts: Factory<BookingDraft.Maker>,
    waitlist: Waitlist,
    notifiers: @escaping () -> [Notifier],
    clock: OfficeClock
  ) {
    self.store = store
    self.drafts = drafts
    self.waitlist = waitlist
    self.notifiers = notifiers
    self.clock = clock
  }

  func book(_ request: BookingRequest) throws -> Booking {
    let booking = try drafts.build(request).confirm()
    store.save(booking)
    announce(.booked(booking))
    if store.heads(on: booking.sailing) == booking.sailing.seats {
      announce(.full(booking.sailing))
    }
    return booking
  }

  func wait(_ request: BookingRequest) { waitlist.add(request) }

  /// Cancels a booking and hands its seats to the waiting list.
  func refund(number: Int) throws -> (refund: Refund, served: [Booking]) {
    let found = store.all.first { $0.number == number && !$0.refunded }
    guard var booking = found, booking.sailing.departure > clock.now else {
      throw BookingError.notRefundable(number)
    }
    booking.refunded = true
    store.save(booking)
    let percent = booking.sailing.departure - clock.now < 60 ? 50 : 90
    return ((booking, percent), waitlist.serve(booking.sailing))
  }

  private func announce(_ event: Event) {
    for notifier in notifiers() {
      notifier.handle(event)
    }
  }
}

struct DeskModule: Module {
  static func configure(binder: SingletonBinder) {
    binder
      .bindFactory(BookingDraft.self)
      .with(BookingDraft.Maker.self)
      .to(factory: BookingDraft.init)

    binder.bind().sharedInScope().to(factory: Waitlist.init)
    binder.bind().sharedInScope().to(factory: BookingDesk.init)
  }
}
