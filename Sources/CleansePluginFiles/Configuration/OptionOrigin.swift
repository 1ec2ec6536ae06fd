public import CleanseGraph

/// Where the value of an option was given.
public enum OptionOrigin: Hashable, Sendable {
  /// An option of the command line.
  case commandLine
  /// The environment variable of this name.
  case environment(String)
  /// A line of a configuration file.
  case file(SourceLocation)
  /// The application itself.
  case application
  /// The default in the plugin's manifest.
  case standard

  /// The precedence: of two values, that with the smaller number is used.
  var rank: Int {
    switch self {
    case .commandLine: 0
    case .environment: 1
    case .file, .application: 2
    case .standard: 3
    }
  }

  /// The line of a file; nil for another origin.
  public var location: SourceLocation? {
    if case .file(let location) = self { location } else { nil }
  }

  /// Where the value was given, as a clause without a subject; nil for a line of a file.
  package var clause: String? {
    self == .standard ? "the plugin's default" : note?.message
  }

  /// The note for a finding that has no location; nil for a file, whose line is the location.
  var note: Diagnostic.Note? {
    switch self {
    case .commandLine: Diagnostic.Note("given on the command line")
    case .environment(let variable):
      Diagnostic.Note("given by the environment variable \(variable)")
    case .application: Diagnostic.Note("given by the application")
    case .file, .standard: nil
    }
  }
}
