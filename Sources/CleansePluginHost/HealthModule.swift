public import Cleanse
import CleansePlugin

/// Adds the collection of health checks to the root component of an application, for `host serve`.
public enum HealthModule: Module {
  /// Declares the collection, and binds what runs the checks.
  public static func configure(binder: Binder<Singleton>) {
    // `#fileID`, as a full path would be that of the machine on which the framework was built.
    // Each process runs the checks of its own plugins.
    binder.declareCollection(of: (any HealthCheck).self, perProcess: true)
    binder.bind(HealthMonitor.self).sharedInScope().perProcess()
      .asService(start: HealthMonitor.add, stop: HealthMonitor.remove)
      .to(factory: HealthMonitor.init)
  }
}
