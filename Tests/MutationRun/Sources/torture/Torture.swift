import CleanseTestSupport
import Foundation
import MutationRun

/// Disturbs hosts in rounds, and checks after each round that nothing of it is left.
struct Torture {
  enum SetupError: Error {
    case copying(String)
    case noFaults(String)
    case quietRunFails(String)
  }

  let options: TortureOptions
  /// Faults with the same result on every probe, and that leave the machine to the other processes.
  private let lies: [String]
  private let endings: [String]

  init(_ options: TortureOptions) throws {
    self.options = options
    let names = try FileManager.default.contentsOfDirectory(atPath: options.faults).sorted()
    let left = [
      "memory", "flood", "file-size", "hang", "sleep", "stop", "shrink", "replace", "overwrite",
      "sly",
      "threads", "descriptors", "swarm", "tenthousand", "many", "long",
    ]
    lies = names.filter { name in
      ["constructor-", "configure-", "swift-"].contains(where: name.hasPrefix)
        && !left.contains(where: name.contains)
    }
    endings = names.filter { $0.hasPrefix("destructor-") || $0.hasPrefix("factory-") }
    guard !lies.isEmpty, !endings.isEmpty else { throw SetupError.noFaults(options.faults) }
  }

  /// The disturbance of a round.
  func disturbance(of round: Int) -> Disturbance {
    var generator = generator(of: round)
    return Disturbance.allCases.randomElement(using: &generator) ?? .crowd
  }

  /// The random numbers of a round, which are its own, so that the round can be repeated alone.
  private func generator(of round: Int) -> SeededGenerator {
    SeededGenerator(seed: options.rounds.seed &+ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// - Returns: The failed checks.
  func run(_ round: Int) throws -> [String] {
    var generator = generator(of: round)
    let disturbance = Disturbance.allCases.randomElement(using: &generator) ?? .crowd
    // Processes that a plugin leaves behind outlive a killed fork server, as no process is left to adopt them.
    let kept = lies.filter { disturbance != .kills || !Self.isLeaving($0) }
    let lying = Array(kept.shuffled(using: &generator).prefix(6))
    let stage = try Stage(
      options, lying: lying, marker: "\(options.rounds.seed)-\(round)-\(getpid())")
    let quiet = try statuses(of: ["sound", "lying"], on: stage, isCached: false)
    // Half of the rounds start with a filled cache.
    if Bool.random(using: &generator) {
      _ = try statuses(of: ["sound", "lying"], on: stage, isCached: true)
    }
    var complaints = try disturb(stage, disturbance, quiet, &generator)
    complaints += stage.processes.endStrays().map { "left behind: \($0)" }
    complaints += try aftermath(stage, quiet)
    return complaints
  }

  private static func isLeaving(_ fault: String) -> Bool {
    fault.hasSuffix("-daemon") || fault.hasSuffix("-linger")
  }

  private func statuses(
    of folders: [String], on stage: Stage, isCached: Bool
  ) throws -> FileStatuses {
    let arguments = stage.validation(of: folders) + (isCached ? [] : ["--no-cache"])
    let outcome = try stage.run(arguments)
    guard (0...1).contains(outcome.status), let statuses = FileStatuses(outcome.output) else {
      throw SetupError.quietRunFails(
        "status \(outcome.status): \(String(decoding: outcome.errors, as: UTF8.self))")
    }
    return statuses
  }

  /// The differences found by a quiet run with the same cache, after the disturbance.
  private func aftermath(_ stage: Stage, _ quiet: FileStatuses) throws -> [String] {
    let outcome = try stage.run(stage.validation(of: ["sound", "lying"]))
    guard let statuses = FileStatuses(outcome.output) else {
      return ["afterwards: no document, status \(outcome.status)"]
    }
    var complaints = statuses.differences(from: quiet).map { "afterwards: \($0)" }
    let cache = try stage.run(["cache", "info"])
    if cache.status != 0 { complaints.append("afterwards: the cache can't be read") }
    return complaints + stage.processes.endStrays().map { "afterwards left behind: \($0)" }
  }

  private func disturb(
    _ stage: Stage, _ disturbance: Disturbance, _ quiet: FileStatuses,
    _ generator: inout SeededGenerator
  ) throws -> [String] {
    let validation = stage.validation(of: ["sound", "lying"])
    switch disturbance {
    case .crowd:
      return try Runs(stage, arguments: validation, count: 20).outcomes()
        .flatMap { judge($0, quiet, disturbance) }
    case .kills:
      let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
      let runs = Runs(stage, arguments: validation, count: 4)
      Self.kill(stage.processes, seed, until: runs)
      return try runs.outcomes().flatMap { judge($0, quiet, disturbance) }
    case .churn: return try churn(stage, quiet, &generator)
    case .limits:
      let limits = [
        "-n \(Int.random(in: 3...40, using: &generator))",
        "-v \(Int.random(in: 600_000...4_000_000, using: &generator))",
        "-u \(Int.random(in: 1...60, using: &generator))",
        "-s \(Int.random(in: 256...8192, using: &generator))",
        "-f \(Int.random(in: 0...64, using: &generator))",
      ]
      let limit = limits.randomElement(using: &generator) ?? "-n 10"
      let outcome = try stage.run(
        validation, script: #"trap '' XFSZ; ulimit \#(limit); exec "$@""#)
      return judge(outcome, quiet, disturbance).map { "ulimit \(limit): \($0)" }
    case .streams:
      // A host fails if it can't write its result.
      let redirections = [
        ("", false), ("<&-", false), ("2>&-", false), ("<&- 2>&-", false), (">&-", true),
        ("<&- >&-", true), (">&- 2>&-", true), ("<&- >&- 2>&-", true), (">/dev/full", true),
      ]
      let (redirection, isMuted) = redirections.randomElement(using: &generator) ?? ("", false)
      let outcome = try stage.run(validation, script: #"exec "$@" \#(redirection)"#)
      if isMuted {
        return outcome.status == 3 && !outcome.isOverdue
          ? [] : ["\(redirection): status \(outcome.status), not 3"]
      }
      return judge(outcome, quiet, disturbance).map { "\(redirection): \($0)" }
    case .fullDisk:
      // A disk of one page if this user may mount one; otherwise files without any bytes.
      let script = #"""
        mount -t tmpfs -o size=4k none "$XDG_CACHE_HOME" 2>/dev/null || { trap '' XFSZ; ulimit -f 0; }
        exec "$@"
        """#
      let outcome = try stage.run(
        ["-m", "bash", "-c", script, "torture", stage.host] + validation,
        script: #"shift; exec unshare "$@""#)
      // If no user may have a mount of their own, there is nothing to test.
      if outcome.output.isEmpty,
        String(decoding: outcome.errors, as: UTF8.self).hasPrefix("unshare")
      {
        return []
      }
      return judge(outcome, quiet, disturbance)
    case .endings: return try end(stage, &generator)
    }
  }

  private func judge(
    _ outcome: HostOutcome, _ quiet: FileStatuses, _ disturbance: Disturbance,
    sparing spared: Set<String> = []
  ) -> [String] {
    if outcome.isOverdue { return ["a host hangs"] }
    // The round itself has killed the host.
    if disturbance == .kills, outcome.status > 128 { return [] }
    if outcome.status > 128 { return ["a host was ended by signal \(outcome.status - 128)"] }
    guard let statuses = FileStatuses(outcome.output) else {
      return disturbance.explainsRejections && !outcome.errors.isEmpty
        ? []
        : [
          "no document, status \(outcome.status): \(String(decoding: outcome.errors.prefix(500), as: UTF8.self))"
        ]
    }
    return disturbance.explainsRejections ? [] : statuses.differences(from: quiet, sparing: spared)
  }

  /// Kills processes of the round at random moments, until the hosts have ended.
  private static func kill(_ processes: MarkedProcesses, _ seed: UInt64, until runs: Runs) {
    var generator = SeededGenerator(seed: seed)
    while !runs.areOver {
      usleep(UInt32.random(in: 1000...300_000, using: &generator))
      guard let victim = processes.running().randomElement(using: &generator) else { continue }
      Foundation.kill(
        victim, [SIGKILL, SIGKILL, SIGTERM].randomElement(using: &generator) ?? SIGKILL)
    }
  }
}
