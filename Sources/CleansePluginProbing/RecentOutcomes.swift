import CleanseSupport

/// The outcomes of one reading of plugins, for the case that they are read again because one was replaced meanwhile. Then
/// only that one is probed again, also without a cache.
package final class RecentOutcomes: Sendable {
  private let outcomes = TrackedMutex<[String: ProbeOutcome]>([:])

  package init() {}

  func outcome(for key: String) -> ProbeOutcome? { outcomes.withLock { $0[key] } }

  func store(_ outcome: ProbeOutcome, for key: String) { outcomes.withLock { $0[key] = outcome } }
}
