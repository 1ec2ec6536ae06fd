import CleanseMigration

protocol BookingStore: AnyObject {
  var all: [Booking] { get }

  func save(_ booking: Booking)
}

extension BookingStore {
  func active(on sailing: Sailing) -> [Booking] {
    return all.filter { $0.sailing == sailing && !$0.refunded }
  }

  func heads(on sailing: Sailing) -> Int {
    return active(on: sailing).map { $0.party.heads }.reduce(0, +)
  }
}

final class InMemoryBookingStore: BookingStore {
  private var bookings: [Int: Booking] = [:]

  var all: [Booking] { return bookings.values.sorted { $0.number < $1.number } }

  func save(_ booking: Booking) { bookings[booking.number] = booking }
}

struct BookingNumber {
  let value: Int
}

final class NumberSequence {
  private var last = 100

  func next() -> BookingNumber {
    last += 1
    return BookingNumber(value: last)
  }
}

/// Knows the drawers that are still around without keeping them.
final class DrawerRegistry {
  private struct Slot {
    weak var drawer: CashDrawer?
  }

  private var slots: [Slot] = []

  var drawers: [CashDrawer] {
    return slots.compactMap { $0.drawer }
  }

  func register(_ drawer: CashDrawer) { slots.append(Slot(drawer: drawer)) }
}

struct PersistenceModule: Module {
  static func configure(binder: SingletonBinder) {
    binder.bind().sharedInScope().to(factory: InMemoryBookingStore.init)
    binder.bind(BookingStore.self).to { $0 as InMemoryBookingStore }

    binder.bind(DrawerRegistry.self).sharedInScope().to(factory: DrawerRegistry.init)

    // A new number for each request.
    binder.bind().sharedInScope().to(factory: NumberSequence.init)
    binder.bind(BookingNumber.self).to { ($0 as NumberSequence).next() }
  }
}
