/// A check of a part of the application while it runs; an extension point of the `host` program.
///
/// A plugin contributes one with
/// `binder.bind((any HealthCheck).self).intoCollection().to(factory: MyCheck.init)`.
/// `host serve` runs the checks every few seconds, and `host status` shows the results. A reload waits until all checks of
/// the new plugins have passed, except those that fail in the old worker, too.
public protocol HealthCheck: Sendable {
  /// The name that `host status` shows.
  var name: String { get }

  /// Returns if the part works.
  ///
  /// - Throws: The reason why it does not work. A check that takes longer than five seconds has failed.
  func check() async throws
}
