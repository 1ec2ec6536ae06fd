import CleansePluginHost
import CleansePlugin
import CleanseSupport

/// The version of the program, which equals that of the framework that it is built with.
enum Version {
  static let text = CleanseVersion.current

  /// The day of this version's release, as CHANGELOG.md has it.
  static let date = "November 29, 2026"

  /// The only architecture that the program is tested on.
  static let testedArchitecture = "x86_64"

  /// The output of `host --version`: the fields in which the stamp of a plugin has to match.
  ///
  /// - Parameters:
  ///   - name: The name of the tool.
  ///   - isHost: Whether the tool is the program `host`. An application has a version of its own.
  static func report(for stamp: ABIStamp, of name: String, isHost: Bool) -> String {
    let program = isHost ? name : "\(name), with the commands of host"
    let isTested = stamp.architecture == testedArchitecture
    return """
      \(program) \(text)
      framework     \(stamp.framework ?? "none")\(stamp.revision.map { " (\($0))" } ?? "")
      framework ABI \(stamp.frameworkABI ?? "not recorded")
      interface     \(stamp.interface ?? "none")
      compiler      \(stamp.compiler ?? "none")
      C interface   \(stamp.abi)
      architecture  \(stamp.architecture)\(isTested ? "" : " (untested: the tests run only on \(testedArchitecture))")

      """
  }
}
