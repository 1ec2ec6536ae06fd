import CleanseC
import Cleanse

extension Recorder {
  /// Records the host's own declarations in a component with plugins: the collection of contributed
  /// validators, and the bridges of C commands, health checks and validators.
  package func recordExtensionPoints() {
    recordContributedValidators()
    let binder = Binder<Unscoped>(recorder: self)
    // `#fileID`, as a full path would be that of the machine on which the framework was built.
    binder.bridge(CommandBridge.self)
    binder.bridge(HealthCheckBridge.self)
    binder.bridge(ValidatorBridge.self)
  }
}
