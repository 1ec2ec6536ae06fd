import CleanseTestSupport
import Foundation

/// The files of one round: sound plugins, faulty plugins and a cache.
struct Stage {
  let directory: TemporaryDirectory
  let host: String
  let processes: MarkedProcesses

  private static let folders = ["sound", "lying", "churned", "cache", "home"]

  /// - Parameters:
  ///   - lying: Directories of the fault corpus.
  ///   - marker: The text that identifies the round's processes.
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

  /// The arguments of the command that is disturbed.
  func validation(of folders: [String]) -> [String] {
    ["validate", "--format", "json", "--deadline", "60"] + folders.map(path)
  }

  /// Runs the host. A script may prepare its process, which becomes the host with `exec "$@"`.
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

/// How a host ended and what it wrote. It is Sendable.
struct HostOutcome: Sendable {
  /// The status as a shell reports it: above 128 for a signal.
  let status: Int32
  let output: [UInt8]
  let errors: [UInt8]
  let isOverdue: Bool
}
