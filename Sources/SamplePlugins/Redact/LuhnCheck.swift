/// Luhn's sum over a sequence of digits from the left.
///
/// The formula doubles every second digit counted from the right. Their parity is only known at the
/// end, so both sums are computed.
struct LuhnCheck {
  private(set) var count = 0
  /// The sum that doubles the last digit, and the sum that does not.
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
