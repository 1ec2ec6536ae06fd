import Measuring

/// What the author of a plugin waits for: the compiler, with an installation, and the completions of a shell.
enum AuthoringRow {
  private static let folder = ".build/bench/authoring"
  private static let installation = "\(folder)/installed"
  private static let plugins = ".build/bench/many-plugins"
  private static let count = 300
  private static let repetitions = 11

  static func authoring() throws -> [Figure] {
    let host = "\(installation)/bin/host"
    _ = try Process.output(
      of: """
        scripts/install --prefix "$PWD/\(installation)" && Benchmarks/ManyPlugins/make \(count) \(plugins) \
          && mkdir -p \(folder)/hello && cp Benchmarks/Authoring/* \(folder)/hello
        """)
    let cache = "XDG_CACHE_HOME=$PWD/\(folder)/cache"
    let complete = "\(cache) \(host) completions --complete --"
    // Makes the graph, whose keys are then completed.
    _ = try Process.output(of: "\(cache) \(host) validate \(plugins)/plugins")
    let compile = "cd \(folder)/hello && eval \"$(../installed/bin/host sdk"
    let commands: [(what: String, reach: Double?, command: String)] = [
      ("compile a plugin in Swift", 3000, "\(compile) --swift)\""),
      ("compile a plugin in C", 1000, "\(compile) | sed -n 's/^compile *//p')\""),
      ("complete the name of a command of host", 50, "\(complete) va"),
      ("complete one of \(count) plugins", 50, "\(complete) show \(plugins)/plugins org"),
      (
        "complete a command of one of \(count) plugins", 50,
        "\(complete) run \(plugins)/plugins -- me"
      ),
      (
        "complete a key of the graph of \(count) plugins", 50,
        "\(complete) why \(plugins)/plugins T"
      ),
    ]
    return try commands.map { entry in
      let times = try (0..<repetitions).map { _ in try time(entry.command) }
      return Row.authoring.figure(
        entry.what, .milliseconds, reach: entry.reach, Summary(times).scaled(by: 1e3))
    }
  }

  /// Returns the time of a command in seconds.
  private static func time(_ command: String) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(of: command)
    return Double(nanoseconds() - start) * 1e-9
  }
}
