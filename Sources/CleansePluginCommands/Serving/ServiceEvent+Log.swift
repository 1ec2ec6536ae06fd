import CleansePlugin
import CleansePluginHost
import CleanseSupervision

extension ServiceEvent {
  /// What happened, with the plugin of the service.
  var sentence: String {
    "\(ServiceTitle.text(service.description, of: provenance.origin)) \(predicate)"
  }

  /// The state of the service, and what the log has of the event.
  var stateAndLogEvent: (state: String, event: LogEvent) {
    switch kind {
    case .starting: ("starting", .serviceStarting)
    case .ready: ("ready", .serviceReady)
    case .startFailed: ("failed", .serviceFailed)
    case .ended: ("ended", .serviceEnded)
    case .restarting: ("restarting", .serviceRestarting)
    case .stopping: ("stopping", .serviceStopping)
    case .stopped: ("stopped", .serviceStopped)
    case .stopFailed: ("stopping", .serviceFailed)
    case .abandoned: ("abandoned", .serviceStuck)
    @unknown default: ("unknown", .serviceStarting)
    }
  }
}
