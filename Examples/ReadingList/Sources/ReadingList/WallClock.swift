import Cleanse
import Foundation

/// The current time. It is a protocol so that tests can replace it.
protocol WallClock: Sendable {
  func now() -> Date
}

struct SystemClock: WallClock {
  func now() -> Date { Date() }
}

enum ClockModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind((any WallClock).self).to(factory: SystemClock.init)
  }
}
