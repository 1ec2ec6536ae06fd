/// Decides whether plugins are read again because one of them was replaced while they were read.
///
/// An upgrade renames a new file over the old one, also while a host starts. What was found about the old file then does
/// not apply any more, and the new file has to be inspected before it is loaded.
package struct RepeatedReading {
  /// The time after which plugins are not read again; nil until the first of them has been replaced.
  private var end: ContinuousClock.Instant?

  /// The time in which a plugin may be replaced again and again. A file that changes for longer is no upgrade.
  private static let patience = Duration.seconds(5)

  package init() {}

  /// Returns whether to read again, which is at least once.
  ///
  /// - Parameter isOutdated: Whether a plugin could not be used because it was replaced.
  package mutating func isDue(_ isOutdated: Bool) -> Bool {
    guard isOutdated else { return false }
    let now = ContinuousClock.now
    let end = end ?? now + Self.patience
    self.end = end
    return now < end
  }
}
