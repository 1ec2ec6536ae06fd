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
  let count: Int?
  let seed: UInt64
  /// The number of the first round; with a count of one, only that round is repeated.
  let first: Int

  init(_ arguments: [String]) throws(CommandLineOptions.Mistake) {
    let options = try CommandLineOptions(
      arguments,
      names: ["--host", "--plugins", "--faults", "--minutes", "--count", "--seed", "--first"])
    host = Self.path(try options.required("--host"))
    plugins = Self.path(try options.required("--plugins"))
    faults = Self.path(try options.required("--faults"))
    minutes = try options.number("--minutes")
    count = try options.number("--count")
    seed = try options.number("--seed") ?? UInt64.random(in: 0...UInt64.max)
    first = try options.number("--first") ?? 0
  }

  /// The absolute path, as hosts run in other directories.
  private static func path(_ text: String) -> String {
    URL(filePath: text).standardizedFileURL.path
  }
}
