import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

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

  /// The number of bytes that an option sets; nil without the option.
  func size(of option: Option, for command: String) throws(UsageError) -> UInt64? {
    let expected = "a size of at least 1M, such as 500M or 2G"
    return try value(of: option, for: command, expected: expected) {
      ByteCount($0).flatMap { $0.bytes >= 1 << 20 ? $0.bytes : nil }
    }
  }
}
