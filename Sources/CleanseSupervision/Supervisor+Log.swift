import CleansePluginProbing
import CleanseSupport

/// What is logged besides the entries of groups.
extension Supervisor {
  /// Opens the file of the log; nil if it is standard error.
  static func openedFile(of log: SupervisorLog) throws(ControlServer.Failure) -> Int32? {
    do throws(SystemError) {
      return try log.openedFile()
    } catch {
      throw ControlServer.Failure(lines: ["can't write the log to \(log.path): \(error)"])
    }
  }

  /// Goes on in the file of the log. What has failed before is on standard error, where the program was started.
  static func use(
    _ file: Int32?, for log: SupervisorLog
  ) throws(ControlServer.Failure) {
    guard let file else { return }
    do throws(SystemError) {
      try log.use(file)
    } catch {
      throw ControlServer.Failure(lines: ["can't write the log to \(log.path): \(error)"])
    }
  }

  /// Logs with what the program starts.
  func reportStart() {
    let inherited = sockets.names.map { "systemd:\($0)" }.joined(separator: ", ")
    let parts = [
      settings.file.map { "policy file \($0)" } ?? "no policy file",
      settings.control.map { "control socket \($0)" },
      settings.statusSocket.map { "status socket \($0.path)" },
      settings.http.map { "probes and metrics at \($0)" },
      inherited.isEmpty ? nil : "inherited sockets \(inherited)",
    ]
    let verb = first.isEmpty ? "starts" : "takes over"
    let list = parts.compactMap(\.self).joined(separator: ", ")
    log.write(.starting, "version \(settings.version) \(verb): \(list)")
    for entry in monitorEntries { log.write(entry) }
    monitorEntries = []
  }

  /// Writes what plugins print to the log, if its reader has room.
  func takeOutput() -> Events {
    log.flush()
    // In any order, so that a worker that prints without end does not keep out the others.
    for process in groups.values.flatMap(\.processes.values).shuffled() where log.hasRoom {
      write(process.printedLines(), printedBy: process)
    }
    return []
  }

  /// Logs lines that plugins have printed in a worker.
  func write(_ lines: [[UInt8]], printedBy process: WorkerProcess) {
    log.write(printed: lines, by: process.process, in: group(of: process).text)
  }

  /// Logs an entry of a worker, with the paths of originals.
  func write(_ record: LogRecord, of process: WorkerProcess) {
    let own = record.of(worker: process.process, mapping: originals.shown)
    // Code of plugins can send as many as it prints lines, and must not push out those of the supervisor.
    log.write(own.of(group: group(of: process).text), from: .plugins)
  }

  private func group(of process: WorkerProcess) -> GroupName {
    groups.first { $0.value.processes.values.contains { $0 === process } }?.key ?? .all
  }

  /// Logs once why files are compared every second, and not after every reload.
  func reportPolling() {
    guard settings.isWatching, watch.pollingReason != pollingReason else { return }
    pollingReason = watch.pollingReason
    if let pollingReason {
      log.write(.filesPolled, "comparing the files every second: \(pollingReason)")
    }
  }

  /// Adds what a worker has used, and writes what all have used.
  func record(_ process: WorkerProcess) {
    guard var all = process.confined.recorded else { return }
    if let recorded { all.formUnion(recorded) }
    recorded = all
    log.write(each: .permissionsIncomplete, settings.record?(all) ?? [])
  }
}
