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
}
