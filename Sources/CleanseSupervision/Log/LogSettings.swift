package import CleanseSupport

/// What a supervisor logs.
package struct LogSettings: Sendable {
  /// Entries of higher numbers are left out.
  package var level = LogLevel.info
  package var format = LogFormat.text
  /// The file that is used in place of standard error; nil for none.
  package var file: FilePath?

  package init() {}
}
