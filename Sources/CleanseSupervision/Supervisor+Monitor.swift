import CleanseProcesses

/// The process of `--http`, and what the supervisor does for it.
extension Supervisor {
  /// Starts the process of `--http`. A trial has none: the other program's answers, which has the socket as well.
  ///
  /// - Parameter isNew: Whether this program replaces no other one. Otherwise, what can't be used now is tried again later.
  func beginMonitor(isNew: Bool) throws(ControlServer.Failure) {
    guard trialReporter == nil else { return try checkMonitor() }
    monitor = try MonitorProcess(settings, &sockets)
    guard isNew, let monitor else { return }
    do throws(ControlServer.Failure) {
      monitorEntries = try monitor.begin(now: Clock.nanoseconds())
    } catch {
      sockets.keepOnly([])
      throw error
    }
  }

  /// Reports in a trial that the process could not run: afterwards, it would be too late.
  private func checkMonitor() throws(ControlServer.Failure) {
    guard settings.http != nil else { return }
    do throws(ControlServer.Failure) {
      try MonitorProcess.check()
    } catch {
      trialReporter?.report(.refused(error.lines))
      throw error
    }
  }

  /// The addresses of sockets that workers do not use.
  var ownAddresses: Set<String> { Set([settings.http].compactMap(\.self)) }
}
