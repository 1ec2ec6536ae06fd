/// An amount in cents. The currency is only known to the formatter.
struct Money: Equatable {
  let cents: Int

  static let zero = Money(cents: 0)

  static func + (lhs: Money, rhs: Money) -> Money {
    return Money(cents: lhs.cents + rhs.cents)
  }

  static func * (lhs: Money, rhs: Int) -> Money { return Money(cents: lhs.cents * rhs) }

  /// Rounded down to a coin that exists in the drawer.
  func share(percent: Int) -> Money {
    let exact = cents * percent / 100
    return Money(cents: exact - exact % 5)
  }
}

/// The raw value is the deck space in metres.
enum Vehicle: Int {
  case bicycle = 1
  case car = 5
  case van = 7
}

struct Sailing: Equatable {
  let code: String
  let route: String
  /// Minutes after midnight.
  let departure: Int
  let seats: Int
  let metres: Int
}

struct Party: Equatable {
  var adults = 1
  var children = 0
  var vehicle: Vehicle?
  var islander = false

  var heads: Int { return adults + children }

  var metres: Int { return vehicle?.rawValue ?? 0 }
}

struct BookingRequest {
  let name: String
  let sailing: String
  let party: Party
}

struct Booking: Equatable {
  let number: Int
  let name: String
  let sailing: Sailing
  let party: Party
  let fare: Money
  var refunded = false
}

enum BookingError: Error, CustomStringConvertible {
  case noSailing(String)
  case full(String, seatsLeft: Int)
  case noDeckSpace(String)
  case notRefundable(Int)

  var description: String {
    switch self {
    case .noSailing(let code): return "there is no sailing \(code) any more"
    case .full(let code, let seats): return "\(code) has only \(seats) seats left"
    case .noDeckSpace(let code): return "the deck of \(code) is too short"
    case .notRefundable(let number): return "booking \(number) cannot be refunded"
    }
  }
}

/// Minutes after midnight as a wall clock shows them.
func clockFace(_ minutes: Int) -> String {
  return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
}

func twoDigits(_ value: Int) -> String { return value < 10 ? "0\(value)" : "\(value)" }
