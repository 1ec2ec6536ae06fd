/// A type that represents a number, so that any number of distinct types is available at run time.
protocol Digit: SendableMetatype {}

enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum Two<High: Digit, Low: Digit>: Digit {}

private let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self,
]

/// The type of the number, written in base eight.
func digit(_ number: Int) -> any Digit.Type {
  let low = digits[number % 8]
  return number < 8 ? low : two(digit(number / 8), low)
}

private func two<High: Digit, Low: Digit>(_: High.Type, _: Low.Type) -> any Digit.Type {
  Two<High, Low>.self
}
