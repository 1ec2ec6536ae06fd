import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

extension SupervisorStatus: CommandReport {
  /// The status as lines, each with a title.
  func text(for terminal: Terminal) -> String { text(for: terminal, isVerbose: false) }

  /// The status as lines.
  ///
  /// - Parameter isVerbose: Whether the versions, files, digests and times of what runs are shown.
  func text(for terminal: Terminal, isVerbose: Bool) -> String {
    TitledLines.text(
      of: [
        ("state", [state.rawValue]),
        ("supervisor", ["process \(process)" + (isVerbose ? since(started) : "")]),
        ("program", isVerbose ? program.map(lines) ?? [] : []),
        ("runtime", isVerbose ? runtime.map(lines) ?? [] : []),
        ("worker", workerLines),
        ("permissions", worker.map { [text(of: $0.permissions)] } ?? []),
        ("new worker", candidate.map(lines) ?? []),
        ("stopping", draining.map { "process \($0)" }),
        ("loaded", isVerbose ? [worker?.loadedAt].compactMap(\.self) : []),
        ("plugins", isVerbose ? loaded(.plugin, by: worker) : worker?.plugins ?? []),
        ("contracts", isVerbose ? loaded(.contract, by: worker) : []),
        ("left out", (worker?.leftOut ?? []).map { "\($0.plugin): \($0.reason)" }),
        ("sockets", worker?.sockets ?? []),
        ("services", (worker?.services ?? []).map(line)),
        ("islands", (islands ?? []).flatMap { lines(of: $0, isVerbose) }),
        ("health", health.map { "\($0.name): \($0.error ?? "ok")" }),
        ("memory", recycling.map(lines) ?? []),
        ("files", changeLines),
        ("went back", fallback.map { ["\($0.secondsAgo) s ago: \($0.reason)"] } ?? []),
        ("last reload", reload.map(lines) ?? []),
        ("replacement", failedReplacement.map(lines) ?? []),
        ("last start", failedStart.map(lines) ?? []),
        ("restarts", restartLines),
        ("problems", problems ?? []),
      ], for: terminal)
  }

  private func text(of permissions: Permissions) -> String {
    switch permissions {
    case .unconfined: "none: plugins may do all that the user may"
    case .enforced: "enforced: plugins may do only what `permissions` lists"
    }
  }

  private var workerLines: [String] {
    var lines: [String] = []
    if let worker {
      lines.append(
        "process \(worker.process), number \(worker.generation), ready for \(worker.secondsReady) s"
      )
      if !worker.responds { lines.append("it does not respond") }
    } else {
      lines.append("none is ready")
    }
    return lines
  }

  /// An island, with what is not as it should be.
  private func lines(of island: Island, _ isVerbose: Bool) -> [String] {
    let isConfined = island.worker?.permissions == .enforced
    let process = island.worker.map { ", process \($0.process)" } ?? ""
    let first = "\(island.island): \(island.state.rawValue)\(process)"
    var lines = (island.worker?.services ?? []).map(line)
    lines += (island.worker?.sockets ?? []).map { "at \($0)" }
    if isVerbose {
      lines += loaded(.plugin, by: island.worker) + loaded(.contract, by: island.worker)
    }
    if island.worker?.responds == false { lines.append("it does not respond") }
    lines += (island.candidate.map(self.lines) ?? []).enumerated().map { index, line in
      (index == 0 ? "new worker: " : "  ") + line
    }
    lines += island.health.compactMap { check in
      check.error.map { "health check \(check.name): \($0)" }
    }
    if let fallback = island.fallback {
      lines.append("went back \(fallback.secondsAgo) s ago: \(fallback.reason)")
    }
    if let end = island.lastEnd {
      lines.append(
        "\(island.restarts) restart\(island.restarts == 1 ? "" : "s"); the last worker \(end)")
    }
    if let start = island.failedStart { lines += self.lines(of: start) }
    if let recycling = island.recycling {
      lines += self.lines(of: recycling).map { "memory: \($0)" }
    }
    return [first + (isConfined ? ", confined" : "")] + lines.map { "  \($0)" }
  }

  private var changeLines: [String] {
    let replaced = (differences ?? []).compactMap { difference -> String? in
      switch difference {
      case .plugins: nil
      case .program: program.map { "the program \($0.file) is not the one that runs" }
      case .runtime: runtime.map { "the library \($0.file) is not the one that runs" }
      }
    }
    return (secondsSinceChange.map(changeLines) ?? []) + replaced
  }

  private func changeLines(since seconds: Double) -> [String] {
    let change = "changed \(seconds) s ago"
    guard haveChangesFailed == true else { return ["\(change); `host reload` uses them"] }
    return [
      "\(change), and have failed: fix them, or put the old ones back,", "before `host reload`",
    ]
  }

  private func since(_ time: String?) -> String { time.map { ", started \($0)" } ?? "" }

  private func lines(of file: ProgramFile) -> [String] {
    ["\(file.file), version \(file.version)", file.digest ?? "can't be read"]
  }

  private func loaded(_ kind: LoadedFile.Kind, by worker: Worker?) -> [String] {
    (worker?.loaded ?? []).filter { $0.kind == kind }.flatMap { file in
      ["\(file.identifier) \(file.version), \(file.file)"] + [file.digest].compactMap(\.self)
    }
  }

  private func line(of service: Service) -> String {
    let others = service.waitsFor ?? []
    return "\(service.title): \(service.state)"
      + (others.isEmpty ? "" : " for \(others.joined(separator: ", "))")
  }

  private func lines(of candidate: Candidate) -> [String] {
    let (process, time) = (candidate.process, candidate.secondsStarting)
    return ["process \(process), number \(candidate.generation), starting for \(time) s"]
      + candidate.services.map(line)
      + candidate.steps.map { "\($0.step), for \($0.seconds) s so far" }
  }

  private func lines(of recycling: Recycling) -> [String] {
    let use = recycling.memory.map { "\(ByteCount($0))" } ?? "not measured yet"
    let next = recycling.nextInSeconds.map { "; replaced in \($0) s at the earliest" } ?? ""
    let limit = "\(use), at most \(ByteCount(recycling.limit))\(next)"
    guard let last = recycling.secondsSinceLast else { return [limit] }
    return [limit, "\(recycling.count) replaced, the last one \(last) s ago"]
  }

  private func lines(of replacement: FailedReplacement) -> [String] {
    ["the last one of the program failed \(replacement.secondsAgo) s ago"] + replacement.reasons
  }

  private var restartLines: [String] {
    guard restarts > 0 else { return [] }
    let time = secondsSinceEnd.map { ", \($0) s ago" } ?? ""
    return ["\(restarts); the last worker \(lastEnd ?? "has ended")\(time)"]
  }

  private func lines(of start: FailedStart) -> [String] {
    let next = start.nextInSeconds.map { "; the next one in \($0) s" } ?? ""
    return ["failed \(start.secondsAgo) s ago\(next)"] + start.reasons
  }

  private func lines(of reload: Reload) -> [String] {
    ["\(reload.succeeded ? "succeeded" : "failed") \(reload.secondsAgo) s ago"] + reload.reasons
      + (reload.losses ?? []).filter { _ in reload.succeeded }.map { "left out: \($0)" }
      + (reload.islands?.lines ?? []) + (reload.warnings ?? [])
  }
}

extension SupervisorStatus.IslandChanges {
  /// The changes as lines, one for each kind.
  var lines: [String] {
    let lines = [("replaced", replaced), ("started", started), ("stopped", stopped)].compactMap {
      change, names in
      names.isEmpty
        ? nil
        : "\(change) \(FindingReport.counted(names.count, "island")): \(names.joined(separator: ", "))"
    }
    return lines.isEmpty ? ["no island has changed"] : lines
  }
}
