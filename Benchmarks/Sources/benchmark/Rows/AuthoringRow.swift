import Measuring

/// What the author of a plugin waits for: a build after an edit, a validation after a change, and the completions of a
/// shell.
enum AuthoringRow {
  private static let folder = ".build/bench/authoring"
  private static let plugins = ".build/bench/many-plugins"
  private static let watched = ".build/bench/hundred-plugins"
  private static let count = 300
  private static let repetitions = 11

  static func authoring() throws -> [Figure] {
    let host = "installed/bin/host"
    _ = try Process.output(
      of: """
        rm -rf \(folder)
        scripts/install --prefix "$PWD/\(folder)/installed"
        Benchmarks/ManyPlugins/make \(count) \(plugins)
        Benchmarks/ManyPlugins/make 100 \(watched)
        cd \(folder)
        \(host) new plugin hello-swift
        \(host) new plugin hello-c --language c
        \(host) new plugin hello-cxx --language c++
        """)
    let cache = "cd \(folder) && XDG_CACHE_HOME=$PWD/cache"
    let complete = "\(cache) \(host) completions --complete --"
    // The plugins, seen from the folder.
    let many = "../../../\(plugins)/plugins"
    // Makes the graph, whose keys are then completed.
    _ = try Process.output(of: "\(cache) \(host) validate \(many)")
    func build(_ language: String, _ source: String) -> String {
      """
      cd \(folder) && sed -i 's/Hello, \\|word: "[^"]*/&a/' hello-\(language)/\(source) \
        && \(host) build hello-\(language) --into plugins-\(language)
      """
    }
    let swift = build("swift", "Sources/HelloSwift/HelloSwiftModule.swift")
    // The first build, which compiles the plugins of SwiftPM as well, is not measured.
    _ = try Process.output(of: swift)
    let commands: [(what: String, reach: Double?, command: String)] = [
      ("build and validate a plugin in Swift", 3000, swift),
      ("build and validate a plugin in C", 1000, build("c", "hello-c.c")),
      ("build and validate a plugin in C++", nil, build("cxx", "hello-cxx.cpp")),
      ("complete the name of a command of host", 50, "\(complete) va"),
      ("complete one of \(count) plugins", 50, "\(complete) show \(many) org"),
      ("complete a command of one of \(count) plugins", 50, "\(complete) run \(many) -- me"),
      ("complete a key of the graph of \(count) plugins", 50, "\(complete) why \(many) T"),
    ]
    let figures = try commands.map { entry in
      let times = try (0..<repetitions).map { _ in try time(entry.command) }
      return Row.authoring.figure(
        entry.what, .milliseconds, reach: entry.reach, Summary(times).scaled(by: 1e3))
    }
    let changes = try Process.output(
      of: """
        Benchmarks/Authoring/watch \(folder)/\(host) \(watched)/plugins \(repetitions)
        """
    ).split(separator: "\n").compactMap { Double($0) }
    return figures + [
      Row.authoring.figure(
        "validate again, 1 of 100 plugins changed", .milliseconds, reach: 200, Summary(changes))
    ]
  }

  /// Returns the time of a command in seconds.
  private static func time(_ command: String) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(of: command)
    return Double(nanoseconds() - start) * 1e-9
  }
}
