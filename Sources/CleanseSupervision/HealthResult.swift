/// The result of a health check.
package struct HealthResult: Codable, Hashable, Sendable {
  /// The name of the check.
  package let name: String
  /// Why it has failed; nil if it has passed.
  package let error: String?

  package init(name: String, error: String?) {
    (self.name, self.error) = (name, error)
  }
}
