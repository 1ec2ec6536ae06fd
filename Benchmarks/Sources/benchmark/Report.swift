import FoundationEssentials
import Measuring

/// The figures as a table, as lines of a Markdown table, and as JSON.
enum Report {
  private static let widths = (what: 66, reach: 10, measured: 12)

  static let header =
    column("what", widths.what) + column("reach", -widths.reach)
    + column("measured", -widths.measured) + "  quartiles"

  static func line(_ figure: Figure) -> String {
    let measured = figure.measured
    let verdict = figure.isReached.map { $0 ? "" : "  MISSED" } ?? ""
    return column(figure.what, widths.what)
      + column(figure.reach.map { number($0, figure.unit) } ?? "", -widths.reach)
      + column(number(measured.median, figure.unit), -widths.measured)
      + "  \(number(measured.low, figure.unit)) … \(number(measured.high, figure.unit))" + verdict
  }

  static let markdownHeader = """
    | what | at most | measured | quartiles |
    |---|---:|---:|---|
    """

  static func markdown(_ figure: Figure) -> String {
    let measured = figure.measured
    func text(_ value: Double) -> String { number(value, figure.unit) }
    let median = figure.isReached == false ? "**\(text(measured.median))**" : text(measured.median)
    return "| \(figure.what) | \(figure.reach.map(text) ?? "") | \(median) | "
      + "\(text(measured.low)) … \(text(measured.high)) |"
  }

  static func json(_ figures: [Figure]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(figures), as: UTF8.self) + "\n"
  }

  private static func number(_ value: Double, _ unit: Figure.Unit) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = String(hundredths % 100)
    let text =
      value >= 100
      ? String(Int(value.rounded()))
      : "\(hundredths / 100)." + String(repeating: "0", count: 2 - digits.count) + digits
    return unit == .ratio || unit == .count ? text : "\(text) \(unit.rawValue)"
  }

  /// Pads the text to the width; on the left if the width is negative.
  private static func column(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? space + text : text + space
  }
}
