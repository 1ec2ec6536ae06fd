import CleanseMigration

protocol OfficeClock: AnyObject {
  /// Minutes after midnight.
  var now: Int { get }

  func advance(to minutes: Int)
}

final class HarbourClock: OfficeClock {
  private(set) var now: Int

  init(opening: TaggedProvider<OpeningTime>) {
    now = opening.get()
  }

  func advance(to minutes: Int) { now = max(now, minutes) }
}

/// Every office has to say where its time comes from.
protocol ClockModule: Module {
  static func configureClock(binder bind: ReceiptBinder<OfficeClock>) -> BindingReceipt<OfficeClock>
}

struct HarbourClockModule: ClockModule {
  static func configure(binder: SingletonBinder) {
    binder.bindSetting(OpeningTime.self, 7 * 60 + 30)
    binder.bind().sharedInScope().to(factory: HarbourClock.init)
  }

  static func configureClock(binder bind: ReceiptBinder<OfficeClock>)
    -> BindingReceipt<OfficeClock>
  {
    return bind.to { $0 as HarbourClock }
  }
}

final class Timetable {
  let sailings: [Sailing]
  private let clock: OfficeClock

  init(sailings: [Sailing], clock: OfficeClock) {
    self.sailings = sailings
    self.clock = clock
  }

  var upcoming: [Sailing] {
    return sailings.filter { $0.departure > clock.now }
  }

  func sailing(_ code: String) throws -> Sailing {
    guard let sailing = upcoming.first(where: { $0.code == code }) else {
      throw BookingError.noSailing(code)
    }
    return sailing
  }
}

struct TimetableModule: Module {
  static func configure(binder: SingletonBinder) {
    let out = "Norrvik - Skarholm"
    let back = "Skarholm - Norrvik"

    binder
      .bind(Sailing.self)
      .intoCollection()
      .to(value: [
        Sailing(code: "N1", route: out, departure: 495, seats: 12, metres: 20),
        Sailing(code: "S1", route: back, departure: 580, seats: 12, metres: 20),
        Sailing(code: "N2", route: out, departure: 1085, seats: 12, metres: 20),
      ])

    binder.include(module: ExcursionModule.self)
    binder.bind(Timetable.self).sharedInScope().to(factory: Timetable.init)
  }
}

/// The small boat to the lighthouse takes no cars.
struct ExcursionModule: Module {
  static func configure(binder: UnscopedBinder) {
    let tour = "Norrvik - Langgrund light"
    addSailing(Sailing(code: "L1", route: tour, departure: 780, seats: 6, metres: 2), to: binder)
  }
}
