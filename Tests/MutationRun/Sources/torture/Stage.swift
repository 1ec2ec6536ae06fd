import CleanseTestSupport
import Foundation

/// The files of one round: plugins that are sound, plugins that lie, and a cache.
struct Stage {
  let directory: TemporaryDirectory
  let host: String
  let processes: MarkedProcesses

  private static let folders = ["sound", "lying", "churned", "cache", "home"]

  /// - Parameters:
  ///   - lying: Directories of the fault corpus.
  ///   - marker: What the round's processes are known by.
  init(_ options: TortureOptions, lying: [String], marker: String) throws {
    directory = try TemporaryDirectory()
    host = options.host
    processes = MarkedProcesses(marker: marker)
    for folder in Self.folders {
      try FileManager.default.createDirectory(
        atPath: directory.path(of: folder), withIntermediateDirectories: false)
    }
    for folder in ["sound", "churned"] { try copy(options.plugins, to: folder) }
    for fault in lying { try copy("\(options.faults)/\(fault)", to: "lying") }
  }

  func path(_ name: String) -> String { directory.path(of: name) }

  private func copy(_ source: String, to folder: String) throws {
    let copying = try ChildProcess(
      program: "/bin/cp", arguments: ["-a", source + "/.", path(folder)]
    ).run()
    guard copying.status == 0 else { throw Torture.SetupError.copying(source) }
  }

  /// The command that is disturbed.
  func validation(of folders: [String]) -> [String] {
    ["validate", "--format", "json", "--deadline", "60"] + folders.map(path)
  }

  /// Runs the host; a script may prepare its process, which `exec "$@"` then becomes.
  func run(
    _ arguments: [String], script: String = #"exec "$@""#, deadline: Duration = .seconds(240)
  ) throws -> HostOutcome {
    var environment = ChildProcess.searchPaths
    environment[MarkedProcesses.variable] = processes.marker
    environment["XDG_CACHE_HOME"] = path("cache")
    environment["HOME"] = path("home")
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let outcome = try ChildProcess(
      program: "/bin/bash", arguments: ["-c", script, "torture", host] + arguments,
      environment: environment, directory: path("home"), deadline: deadline
    ).run()
    return HostOutcome(
      status: outcome.status, output: outcome.output, errors: outcome.errors,
      isOverdue: outcome.isOverdue)
  }
}

/// How a host ended and what it wrote, for any thread.
struct HostOutcome: Sendable {
  /// As a shell counts: above 128 a signal.
  let status: Int32
  let output: [UInt8]
  let errors: [UInt8]
  let isOverdue: Bool
}
