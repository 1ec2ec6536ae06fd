/// An entry of a log file: one line.
public struct LogEntry: Hashable, Sendable {
  /// How urgent the entry is.
  public var level: LogLevel
  /// What happened.
  public var message: String

  /// Creates an entry.
  public init(level: LogLevel, message: String) {
    (self.level, self.message) = (level, message)
  }
}

/// How urgent an entry is, in increasing order.
public enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  case debug, info, warning, error

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
