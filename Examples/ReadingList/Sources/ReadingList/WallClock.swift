import Cleanse
import Foundation

/// Tells the time. As a protocol, so that a test can stop it.
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
