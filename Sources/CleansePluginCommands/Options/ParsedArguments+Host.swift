import CleanseSupport
import CleanseFindingReports

extension ParsedArguments {
  /// The value of `--format`.
  var format: OutputFormat {
    value(of: .format).flatMap(OutputFormat.init(rawValue:)) ?? .text
  }

  /// Checks that there are no operands, for a command that takes none.
  func refuseOperands(for command: String) throws(UsageError) {
    guard allOperands.isEmpty else {
      throw UsageError("`host \(command)` takes no operands", command: command)
    }
  }

  /// The duration that an option sets, in seconds; nil without the option.
  func duration(
    of option: Option, atLeast least: Double = 0.001, for command: String
  ) throws(UsageError) -> Duration? {
    let range = "from \(least) to 86400"
    return try value(of: option, for: command, expected: "a number of seconds \(range)") {
      Double($0).flatMap { (least...86_400).contains($0) ? .seconds($0) : nil }
    }
  }
}
