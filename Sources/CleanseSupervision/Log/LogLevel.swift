/// How much an entry of the log matters: the levels of syslog(3) that are used.
package enum LogLevel: Int, Codable, CaseIterable, Comparable, Sendable {
  /// Something does not work, and a person has to look.
  case error = 3
  /// It works, and a person should look.
  case warning = 4
  /// It takes longer than expected.
  case notice = 5
  /// What has changed, an entry for each start, reload and stop, and what plugins print.
  case info = 6
  /// The steps of what has changed, for each service.
  case debug = 7

  /// Orders levels by their number: errors come first.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The name in options and in the log.
  package var name: String { "\(self)" }

  /// The level with a name; nil if there is none.
  package init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }
}
