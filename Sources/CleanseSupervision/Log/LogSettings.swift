/// What a supervisor logs.
package struct LogSettings: Sendable {
  /// Entries of higher numbers are left out.
  package var level = LogLevel.info
  package var format = LogFormat.text

  package init() {}
}
