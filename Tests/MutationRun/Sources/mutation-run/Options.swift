import MutationRun

/// The options of the command line.
struct Options {
  static let usage = """
    usage: mutation-run --host FILE --plugins DIR --failures DIR
                        [--inspect] [--seconds N] [--count N] [--seed S] [--first N]

    """

  let host: String
  let plugins: String
  /// The directory for the mutants that the host does not handle.
  let failures: String
  /// Whether the host runs no code of the mutants.
  let isInspectionOnly: Bool
  let seconds: Int?
  let count: Int?
  let seed: UInt64
  /// The number of the first mutant; with a count of one, only that mutant is repeated.
  let first: Int

  init(_ arguments: [String]) throws(CommandLineOptions.Mistake) {
    let options = try CommandLineOptions(
      arguments,
      names: [
        "--host", "--plugins", "--failures", "--seconds", "--count", "--seed", "--first",
      ],
      flags: ["--inspect"])
    host = try options.required("--host")
    plugins = try options.required("--plugins")
    failures = try options.required("--failures")
    isInspectionOnly = options.has("--inspect")
    seconds = try options.number("--seconds")
    count = try options.number("--count")
    seed = try options.number("--seed") ?? UInt64.random(in: 0...UInt64.max)
    first = try options.number("--first") ?? 0
  }
}
