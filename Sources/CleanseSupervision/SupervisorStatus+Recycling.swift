extension SupervisorStatus {
  /// What is done about workers that use much memory.
  package struct Recycling: Codable, Sendable {
    /// The memory above which a worker is replaced, in bytes.
    package let limit: UInt64
    /// That of the worker that serves; nil before it is measured.
    package let memory: UInt64?
    /// How often a worker was started to replace such a one, also by the programs before this one in the same process.
    package let count: Int
    /// How long ago the last one was, in seconds; nil if none was.
    package let secondsSinceLast: Double?
    /// When the worker that serves is replaced at the earliest, in seconds; nil if it does not use too much, or another one starts.
    package let nextInSeconds: Double?

    /// - Returns: Nil if there is no limit.
    init?(of group: GroupState, at now: UInt64) {
      guard let limit = group.recycling.limit else { return nil }
      func seconds(_ time: UInt64) -> Double { (Double(time) / 1e7).rounded() / 100 }
      let (worker, due) = (group.server.flatMap { group.workers[$0] }, group.recycling.due)
      self.limit = limit
      memory = worker?.memory
      count = group.counts.recycledWorkers
      secondsSinceLast = group.recycling.last.map { seconds(now - $0) }
      let isWaiting = worker?.isLarge == true && group.start == nil
      nextInSeconds = isWaiting ? due > now ? seconds(due - now) : 0 : nil
    }
  }
}
