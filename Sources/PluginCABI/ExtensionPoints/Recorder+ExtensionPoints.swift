import CleanseC
import Cleanse

extension Recorder {
  /// Records what the host itself brings to every component that takes plugins: the validators that they
  /// contribute, and what some tables of C are in Swift.
  package func recordExtensionPoints() {
    recordContributedValidators()
    let binder = Binder<Unscoped>(recorder: self)
    binder.bridge(CommandBridge.self)
    binder.bridge(ValidatorBridge.self)
  }
}
