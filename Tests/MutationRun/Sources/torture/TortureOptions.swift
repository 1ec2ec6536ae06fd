import Foundation
import MutationRun

/// The options of the command line.
struct TortureOptions {
  static let usage = """
    usage: torture --host FILE --plugins DIR --faults DIR [--minutes N] [--count N] [--seed S] [--first N]

    """

  let host: String
  /// Sound plugins with the libraries that they need.
  let plugins: String
  /// The fault corpus.
  let faults: String
  let minutes: Int?
  let rounds: Rounds

  init(_ arguments: [String]) throws(CommandLineOptions.Mistake) {
    let options = try CommandLineOptions(
      arguments,
      names: Rounds.names.union(["--host", "--plugins", "--faults", "--minutes"]))
    host = Self.path(try options.required("--host"))
    plugins = Self.path(try options.required("--plugins"))
    faults = Self.path(try options.required("--faults"))
    minutes = try options.number("--minutes")
    rounds = try Rounds(options)
  }

  /// The absolute path, as hosts run in other directories.
  private static func path(_ text: String) -> String {
    URL(filePath: text).standardizedFileURL.path
  }
}
