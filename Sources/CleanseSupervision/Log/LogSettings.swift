/// What a supervisor logs.
package struct LogSettings: Sendable {
  /// Entries of higher numbers are left out.
  package var level = LogLevel.info

  package init() {}
}
