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
  /// The numbers of the mutants.
  let rounds: Rounds

  init(_ arguments: [String]) throws(CommandLineOptions.Mistake) {
    let options = try CommandLineOptions(
      arguments,
      names: Rounds.names.union(["--host", "--plugins", "--failures", "--seconds"]),
      flags: ["--inspect"])
    host = try options.required("--host")
    plugins = try options.required("--plugins")
    failures = try options.required("--failures")
    isInspectionOnly = options.has("--inspect")
    seconds = try options.number("--seconds")
    rounds = try Rounds(options)
  }
}
