import CleanseTestSupport
import Foundation
import Testing

/// A running `host serve`, whose plugins are in the folder `plugins` of a directory.
final class ServingHost: @unchecked Sendable {
  // Safety: the lock guards the mutable state.

  private let directory: TemporaryDirectory
  private let lock = NSCondition()
  private var child: pid_t?
  private var outcome: ChildProcess.Outcome?

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - program: The path of a copy of the program; nil for the built one.
  ///   - control: The path of the control socket; ``status()`` uses the default.
  init(
    _ arguments: [String] = [], in directory: TemporaryDirectory,
    environment: [String: String] = [:], prefix: [String] = [], program: String? = nil,
    control: String = "c.sock"
  ) throws {
    self.directory = directory
    let words =
      prefix + [program ?? Build.host.path(percentEncoded: false)]
      + ["serve", "plugins", "--control", control] + arguments
    let path = directory.path
    Thread.detachNewThread { [self] in
      var program = ChildProcess(
        program: words[0], arguments: Array(words.dropFirst()),
        environment: ChildProcess.searchPaths
          .merging(["XDG_STATE_HOME": directory.path(of: "state")]) { $1 }
          .merging(environment) { $1 }, directory: path,
        deadline: .seconds(120))
      program.onStart = { [self] in set($0) }
      let outcome = try? program.run()
      lock.withLock { self.outcome = outcome }
      lock.broadcast()
    }
    lock.withLock { while child == nil, outcome == nil { lock.wait() } }
  }

  private func set(_ process: pid_t) {
    lock.withLock { child = process }
    lock.broadcast()
  }

  /// The process ID of the supervisor.
  var process: pid_t { lock.withLock { child ?? -1 } }

  /// Whether the supervisor has ended.
  var hasEnded: Bool { lock.withLock { outcome != nil } }

  /// The answer of `host status`; nil if there is none.
  func status() throws -> ServingStatus? {
    let run = try host("status", "--control", "c.sock", "--format", "json", in: directory)
    guard run.status < 2 || run.status == 4 else { return nil }
    return try JSONDecoder().decode(ServingStatus.self, from: Data(run.output.utf8))
  }

  /// Waits until the status fits.
  @discardableResult func status(
    _ description: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    where fits: (ServingStatus) -> Bool
  ) throws -> ServingStatus {
    let deadline = ContinuousClock.now + .seconds(30)
    var last: ServingStatus?
    while ContinuousClock.now < deadline, !hasEnded {
      last = try status()
      if let last, fits(last) { return last }
      usleep(10_000)
    }
    Issue.record(
      "not \(description): \(String(describing: last)) \(log)", sourceLocation: sourceLocation)
    throw NotReached()
  }

  struct NotReached: Error {}

  /// Waits until a worker serves.
  @discardableResult func ready(
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> ServingStatus {
    try status("ready", sourceLocation: sourceLocation) { $0.state == "ready" }
  }

  /// Sends a signal to the supervisor.
  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Waits until the supervisor has ended.
  func end() throws -> ChildProcess.Outcome {
    lock.withLock {
      while outcome == nil { lock.wait() }
    }
    let ended: ChildProcess.Outcome? = lock.withLock { outcome }
    let result = try #require(ended)
    #expect(!result.isOverdue, "host serve hangs")
    return result
  }

  /// Stops the supervisor.
  func stop() throws -> ChildProcess.Outcome {
    send(SIGTERM)
    return try end()
  }

  private var log: String {
    String(decoding: lock.withLock { outcome?.errors ?? [] }, as: UTF8.self)
  }

  deinit {
    if !hasEnded { send(SIGKILL) }
  }
}

/// What `host status` prints.
struct ServingStatus: Decodable {
  struct Worker: Decodable {
    let process: pid_t
    let generation: Int
    let responds: Bool
    let plugins: [String]
    let sockets: [String]
    let permissions: String?
    let services: [Service]
    let leftOut: [LeftOut]?
    let loadedAt: String?
    let loaded: [LoadedFile]?
  }

  struct LoadedFile: Decodable, Equatable {
    let kind: String
    let identifier: String
    let version: String
    let file: String
    let digest: String?
  }

  struct ProgramFile: Decodable {
    let file: String
    let version: String
    let digest: String?
    let differs: Bool
  }

  struct LeftOut: Decodable {
    let plugin: String
    let reason: String
  }

  struct Service: Decodable, Equatable {
    let service: String
    let state: String
    var waitsFor: [String]?
  }

  struct Candidate: Decodable, Equatable {
    struct Step: Decodable, Equatable {
      let step: String
      let seconds: Double
    }

    let process: pid_t
    let generation: Int
    let services: [Service]
    let steps: [Step]
  }

  struct Health: Decodable, Equatable {
    let name: String
    let error: String?
  }

  struct Reload: Decodable {
    let succeeded: Bool
    let reasons: [String]
    let losses: [String]?
    let warnings: [String]?
  }

  struct Island: Decodable {
    let island: String
    let state: String
    let worker: Worker?
    let restarts: Int
    let lastEnd: String?
  }

  let process: pid_t
  let state: String
  let worker: Worker?
  let islands: [Island]?
  let candidate: Candidate?
  let draining: [pid_t]
  let health: [Health]
  let reload: Reload?
  struct FailedStart: Decodable {
    let reasons: [String]
  }

  let failedStart: FailedStart?
  let restarts: Int
  let lastEnd: String?
  let secondsSinceChange: Double?
  let started: String?
  let program: ProgramFile?
  let runtime: ProgramFile?
  let differences: [String]?
  let problems: [String]?
  let fallback: Fallback?
  let recycling: Recycling?
  let failedReplacement: FailedStart?

  struct Recycling: Decodable {
    let limit: UInt64
    let memory: UInt64?
    let count: Int
    let nextInSeconds: Double?
  }

  struct Fallback: Decodable {
    let reason: String
  }
}

/// Whether a process is running, and not only waiting to be reaped.
func isRunning(_ process: pid_t) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
    return false
  }
  return status.lastIndex(of: ")").map { !status[$0...].hasPrefix(") Z") } ?? false
}

/// Waits until the condition is true.
func eventually(
  _ description: String, within seconds: Double = 20,
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) rethrows {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if try condition() { return }
    usleep(5000)
  }
  Issue.record("not within \(seconds) s: \(description)", sourceLocation: sourceLocation)
}
