import CleanseProcesses

/// The programs that request something over a socket.
extension Supervisor {
  /// The sockets on which programs are answered.
  var servers: [ControlServer] { [control, statusServer].compactMap(\.self) }

  /// Answers programs, and returns the reloads that they request.
  func serveClients() -> Events {
    let now = Clock.nanoseconds()
    // Monitors ask often: they get what events have shown, and others what the files are at this time.
    let entries = monitor?.serve(now: now) { status(of: watch.recentState()) }
    for entry in entries ?? [] { log.write(entry) }
    let requests = servers.flatMap { $0.serve(now: now) { status(of: watch.currentState()) } }
    for (number, request) in requests where request == .reloadProgram {
      beginUpgrade(answering: number)
    }
    return requests.filter { $0.1 != .reloadProgram }.map { number, request in
      (.all, .reload(number, allowsLoss: request == .reloadAllowingLoss))
    }
  }

  /// - Parameter files: The state of the files.
  private func status(of files: String) -> SupervisorStatus? {
    let now = Clock.nanoseconds()
    guard
      var status = groups[.all]?.status(of: files, program, version: settings.version, at: now)
    else { return nil }
    describeIslands(in: &status, at: now)
    status.add(log.problems)
    status.add(sockets.damaged.map { "no client can reach the socket \($0)" })
    status.lostLogLines = log.lostLines
    status.failedReplacement = failedReplacement.map { .init($0, at: now) }
    return status
  }
}
