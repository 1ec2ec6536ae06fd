import FoundationEssentials
import Glibc
import Measuring

/// The work of a host with 500 plugins of one directory, compared with a program that only opens them.
enum PluginRows {
  private static let count = 500
  private static let folder = ".build/bench/many-plugins"
  private static let directory = "\(folder)/plugins"
  /// The first of them, to see how the time grows with their number.
  private static let part = (count: 100, directory: "\(folder)/part")
  private static let host = ".build/release/host"
  private static let repetitions = 11

  static func plugins() throws -> [Figure] {
    _ = try Process.output(
      of: "mkdir -p .build/bench && Benchmarks/ManyPlugins/make \(count) \(folder)")
    _ = try Process.output(
      of: """
        rm -rf \(part.directory) && mkdir \(part.directory) \
          && cp \(directory)/libBench000??.so \(directory)/libCleanseRuntime.so \(part.directory)
        """)
    let cores = Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var (open, list, uncached, cached): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    var (load, partialLoad): ([Double], [Double]) = ([], [])
    let cache = "XDG_CACHE_HOME=$PWD/\(folder)/cache"
    // Fills the cache, and the system's own.
    _ = try time("\(cache) \(host) validate \(directory)")
    for _ in 0..<repetitions {
      open.append(try time("\(folder)/open-all \(directory)/libBench*.so"))
      list.append(try time("\(host) list \(directory)"))
      uncached.append(try time("\(host) validate --no-cache \(directory)"))
      cached.append(try time("\(cache) \(host) validate \(directory)"))
      load.append(try loadingTime(directory))
      partialLoad.append(try loadingTime(part.directory))
    }
    func ratio(_ subject: [Double]) -> Summary { Summary(zip(subject, open).map { $0 / $1 }) }
    let row = Row.plugins
    return [
      row.figure("list 500 plugins, opening them = 1", .ratio, reach: 0.8, ratio(list)),
      row.figure("… opening them", .milliseconds, Summary(open).scaled(by: 1e3)),
      row.figure("… list", .milliseconds, Summary(list).scaled(by: 1e3)),
      row.figure(
        "validate without a cache, a plugin and core", .milliseconds, reach: 3,
        Summary(uncached).scaled(by: 1e3 * cores / Double(count))),
      row.figure(
        "validate with a full cache, a plugin", .milliseconds, reach: 0.12,
        Summary(cached).scaled(by: 1e3 / Double(count))),
      row.figure(
        "load and configure in process, opening them = 1", .ratio, reach: 1.3, ratio(load)),
      row.figure(
        "… a plugin of 500, one of 100 = 1", .ratio, reach: 1.1,
        Summary(
          zip(load, partialLoad).map { $0 / Double(count) / ($1 / Double(part.count)) })),
    ]
  }

  /// The libraries of the system, none of which is a plugin.
  static func libraries() throws -> [Figure] {
    let directory = "/usr/lib/\(try Process.output(of: "cc -print-multiarch").dropLast())"
    let output = try Process.output(of: "ls \(directory)/*.so | wc -l")
    guard let files = Double(output.filter(\.isNumber)), files > 0 else { return [] }
    var (times, sizes): ([Double], [Double]) = ([], [])
    for _ in 0..<repetitions {
      let run = try Process.run([host, "list", directory])
      times.append(run.seconds)
      sizes.append(run.peakMegabytes)
    }
    return [
      Row.libraries.figure(
        "list \(Int(files)) libraries of the system, each", .milliseconds, reach: 0.3,
        Summary(times).scaled(by: 1e3 / files)),
      Row.libraries.figure(
        "… memory at most", .megabytes, reach: 100, Summary(sizes)),
    ]
  }

  /// Returns the time in which a program loads and configures the plugins of a directory, without that of the inspection
  /// before, in seconds.
  private static func loadingTime(_ directory: String) throws -> Double {
    let program = ".build/release/load-plugins \(directory)"
    let output = try Process.output(of: program)
    guard let time = output.split(whereSeparator: \.isWhitespace).first.flatMap({ Double($0) })
    else { throw Process.Failure(description: "no time was printed") }
    // In a process of its own, as writing the trace takes time, too.
    let trace = "\(folder)/load-trace.json"
    _ = try Process.output(of: "\(program) \(trace)")
    return time - (try inspectionTime(in: trace))
  }

  /// Returns the time of the inspection of all files in a trace, which has a line for each event, in seconds.
  private static func inspectionTime(in trace: String) throws -> Double {
    let events = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("\"name\":\"inspect all files\"") }
    guard events.count == 1,
      let microseconds = events[0].firstMatch(of: /"dur":([0-9.]+)/).flatMap({ Double($0.1) })
    else { throw Process.Failure(description: "\(trace) has no inspection of all files") }
    return microseconds * 1e-6
  }

  /// Returns the time of a command in seconds.
  private static func time(_ command: String) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(of: "\(command) 2>&1")
    return Double(nanoseconds() - start) * 1e-9
  }
}
