/// What is reported of a start that takes long.
extension GroupTransition {
  /// How much is said of a start at a time.
  private static let mostLines = 20

  /// Logs which steps of a start take long, and answers those who wait for its end.
  mutating func reportSlowStart() {
    guard let start = state.start, state.reportDue.map({ $0 <= now }) == true,
      let steps = state.workers[start.worker]?.steps.reports(at: now),
      let worker = state.workers[start.worker]
    else { return }
    let all = steps + worker.waiting
    let rest = all.count - Self.mostLines
    let lines = Array(all.prefix(Self.mostLines)) + (rest > 0 ? ["and \(rest) more"] : [])
    log(
      .startSlow, "the new worker \(worker.process) is not ready yet: \(lines[0])",
      Array(lines.dropFirst()), of: worker)
    effects += (start.requests + (start.pending ?? [])).map { .inform($0, lines) }
  }
}
