import CleanseSupport
import CleanseFindingReports

/// The directory in which `host serve` keeps its private copies of plugins.
enum StateDirectory {
  /// The variables that decide where it is: set by systemd for a service, and for a user.
  static let variables = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "TMPDIR"]

  /// The directory that the arguments name, or the standard ones in their order: those of a service and of a user can be
  /// missing, or forbid to execute files.
  static func candidates(
    _ arguments: ParsedArguments, _ environment: [String: String], for command: String
  ) throws(UsageError) -> [FilePath] {
    if let path = arguments.value(of: .stateDirectory) {
      guard !path.isEmpty else {
        throw UsageError("option --state-directory requires a path", command: command)
      }
      let working = (try? SystemPath.workingDirectory()) ?? .working
      return [FilePath(path).from(working)]
    }
    func absolute(_ name: String) -> FilePath? {
      FilePath.list(environment[name] ?? "").first(where: \.isAbsolute)
    }
    let ofUser =
      absolute("XDG_STATE_HOME") ?? absolute("HOME")?.appending(".local").appending("state")
    return [absolute("STATE_DIRECTORY"), ofUser?.appending("cleanse")].compactMap(\.self)
      + [absolute("TMPDIR") ?? "/tmp"]
  }
}
