/// What is logged besides the entries of groups.
extension Supervisor {
  /// Writes what plugins print to the log, if its reader has room.
  func takeOutput() -> Events {
    log.flush()
    // In any order, so that a worker that prints without end does not keep out the others.
    for process in groups.values.flatMap(\.processes.values).shuffled() where log.hasRoom {
      log.write(printed: process.printedLines(), by: process.process)
    }
    return []
  }

  /// Logs once why files are compared every second, and not after every reload.
  func reportPolling() {
    guard settings.isWatching, watch.pollingReason != pollingReason else { return }
    pollingReason = watch.pollingReason
    if let pollingReason {
      log.write(.filesPolled, "comparing the files every second: \(pollingReason)")
    }
  }
}
