/// Luhn's sum over digits that come one after the other, from the left.
///
/// The formula doubles every second digit counted from the right, whose parity is known at the
/// end only, so both sums are kept.
struct LuhnCheck {
  private(set) var count = 0
  /// The sum that doubles the digit which came last, and the one that does not.
  private var doubling = 0
  private var plain = 0

  /// Whether the digits so far end in a valid check digit.
  var holds: Bool { plain % 10 == 0 }

  mutating func add(_ digit: UInt8) {
    let doubled = digit < 5 ? 2 * digit : 2 * digit - 9
    (plain, doubling) = (doubling + Int(digit), plain + Int(doubled))
    count += 1
  }
}
