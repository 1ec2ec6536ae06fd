import CleanseSupport

/// A check of a host by a monitor, whose result is yes or no. These are the probes of Kubernetes.
package enum StatusProbe: String, CaseIterable, Sendable {
  /// Whether the supervisor works. Otherwise, only a new start of the program can help.
  case live
  /// Whether requests are served now.
  case ready
  /// Whether services have ever been ready, so that the other probes are meaningful.
  case started
}

extension StatusProbe {
  /// The answer as a line: `ready`, or `not ready: …`.
  ///
  /// - Parameter failure: Why the host does not pass it; nil if it passes.
  package func line(_ failure: String?) -> String {
    failure.map { "not \(rawValue): \(PlainText.escaped($0))" } ?? rawValue
  }
}

extension SupervisorStatus {
  /// The answer of a probe as a line.
  func line(of probe: StatusProbe) -> String { probe.line(failure(of: probe)) }

  /// Why the host does not pass a probe, as a sentence; nil if it passes.
  package func failure(of probe: StatusProbe) -> String? {
    switch probe {
    case .live:
      exitStatus.flatMap { $0 == 0 ? nil : "the program has failed and ends with status \($0)" }
    case .ready: lackOfReadiness
    case .started:
      hasStarted ? nil : "no worker has served since the program started"
    }
  }

  private var lackOfReadiness: String? {
    guard !state.isFinal else { return "the program is stopping" }
    guard let worker else { return "no worker serves" }
    guard worker.responds else { return "the worker \(worker.process) does not respond" }
    if let service = worker.services.first(where: \.isUnready) {
      return "the service \(service.service) is \(service.state)"
    }
    let failure = health.lazy.compactMap { check in
      check.error.map { "health check \(check.name) fails: \($0)" }
    }.first
    return failure ?? lackOfIslands
  }

  /// One island that fails concerns no other: only if none serves, nothing does.
  private var lackOfIslands: String? {
    guard let islands, !islands.isEmpty else { return nil }
    return islands.contains { $0.worker?.responds == true } ? nil : "no island serves"
  }
}

extension SupervisorStatus.Service {
  /// Whether it does not work yet, or again. One that has ended, which its author allows, is not counted.
  private static let unready: Set = ["waiting", "starting", "restarting"]

  fileprivate var isUnready: Bool { Self.unready.contains(state) }
}
