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
  func duration(of option: Option, for command: String) throws(UsageError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
      throw UsageError(
        "option --\(option.name) requires a number of seconds from 0 to 86400, not `\(text)`",
        command: command)
    }
    return .seconds(seconds)
  }
}
