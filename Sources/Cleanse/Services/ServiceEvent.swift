public import CleanseGraph

/// What happens to a service while its component runs.
public struct ServiceEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable {
    /// The service starts: everything that it depends on is ready.
    case starting
    /// The service is ready.
    case ready
    /// The service has not been made or started, for this reason. It is stopped if it had been started before.
    case startFailed(any Error)
    /// The service has ended by itself, with an error or without.
    case ended((any Error)?)
    /// The service is started again after the delay.
    case restarting(after: Duration)
    /// The service stops: everything that depends on it has stopped.
    case stopping
    /// The service has stopped.
    case stopped
    /// The service has not stopped properly, for this reason.
    case stopFailed(any Error)
    /// The service has neither started nor stopped within its deadline, and still runs. Nothing waits for it any more.
    case abandoned
  }

  /// The key of the service.
  public let service: Key
  /// The contributor and the modules that declared the service.
  public let provenance: Provenance
  /// What happened.
  public let kind: Kind
}

extension ServiceEvent: CustomStringConvertible {
  /// The service, and what happened to it.
  public var description: String { "\(service) \(predicate)" }

  /// What happened to the service, as the rest of a sentence.
  package var predicate: String {
    switch kind {
    case .starting: "starts"
    case .ready: "is ready"
    case .startFailed(let error): "failed to start: \(error)"
    case .ended(nil): "ended"
    case .ended(let error?): "ended: \(error)"
    case .restarting(let delay): "is started again in \(delay)"
    case .stopping: "stops"
    case .stopped: "has stopped"
    case .stopFailed(let error): "failed to stop: \(error)"
    case .abandoned: "does not end"
    }
  }
}

/// The errors of services that stopped a component.
public struct ServiceError: Error, Sendable {
  /// The events that report errors, in the order in which they happened. The first one stopped all services, unless they
  /// were stopped already.
  public let events: [ServiceEvent]
}

extension ServiceError: CustomStringConvertible {
  /// The errors, one on each line.
  public var description: String {
    events.map(\.description).joined(separator: "\n")
  }
}

/// A service has taken longer than its deadline.
public struct ServiceDeadlineError: Error, Sendable, CustomStringConvertible {
  /// The deadline.
  public let deadline: Duration

  /// The deadline as text.
  public var description: String { "it took longer than \(deadline)" }
}
