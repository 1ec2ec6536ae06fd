import TextFilterAPI

/// A filter that breaks long lines at white space.
struct WrapFilter: TextFilter {
  static let widths = 1...10_000
  static let defaultWidth = 80

  let name = "wrap"
  let summary =
    "breaks lines at white space to be no wider than WIDTH characters, or 80: wrap:WIDTH"

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard let argument else { return WrapTransform(width: Self.defaultWidth) }
    // `Int` would also accept a sign.
    let isNumber = argument.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isNumber, let width = Int(argument), Self.widths.contains(width) else {
      throw TextFilterArgumentError(
        "the width is a number from \(Self.widths.lowerBound) to \(Self.widths.upperBound), "
          + "not '\(argument)'")
    }
    return WrapTransform(width: width)
  }
}
