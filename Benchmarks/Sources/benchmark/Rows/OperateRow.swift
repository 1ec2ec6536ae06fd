import Measuring

/// The use of a host with many plugins: the time of a command of one of them, compared with a directory with that one
/// alone.
enum OperateRow {
  private static let count = 300
  private static let folder = ".build/bench/many-plugins"
  private static let alone = ".build/bench/one-plugin"
  private static let host = ".build/release/host"
  private static let repetitions = 21

  static func operate() throws -> [Figure] {
    _ = try Process.output(
      of: """
        mkdir -p .build/bench && Benchmarks/ManyPlugins/make \(count) \(folder) && rm -rf \(alone) \
          && mkdir \(alone) && cp \(folder)/plugins/libBench00000.so \
          \(folder)/plugins/libCleanseRuntime.so \(alone)
        """)
    let cache = "XDG_CACHE_HOME=$PWD/.build/bench/operate-cache"
    let run = "-- measure-Bench00000"
    let commands = [
      "\(cache) \(host) run \(alone) \(run)", "\(cache) \(host) run \(folder)/plugins \(run)",
      "\(cache) \(host) run \(folder)/plugins",
    ]
    // Fills the cache.
    for command in commands { _ = try time(command) }
    var times: [[Double]] = [[], [], []]
    for _ in 0..<repetitions {
      for (index, command) in commands.enumerated() { times[index].append(try time(command)) }
    }
    let row = Row.operate
    return [
      row.figure(
        "run a command of one of \(count) plugins, alone = 1", .ratio, reach: 1.5,
        Summary(zip(times[1], times[0]).map { $0 / $1 })),
      row.figure("… alone", .milliseconds, Summary(times[0]).scaled(by: 1e3)),
      row.figure("… among \(count)", .milliseconds, Summary(times[1]).scaled(by: 1e3)),
      row.figure(
        "list the commands of \(count) plugins", .milliseconds, Summary(times[2]).scaled(by: 1e3)),
    ]
  }

  /// Returns the time of a command in seconds.
  private static func time(_ command: String) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(of: "\(command) 2>&1")
    return Double(nanoseconds() - start) * 1e-9
  }
}
