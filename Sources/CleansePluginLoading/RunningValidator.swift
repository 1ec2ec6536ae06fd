/// A validator that a plugin contributes, while it runs.
package struct RunningValidator: Hashable, Codable, Sendable {
  package let name: String
  /// The plugin that contributes it; nil for the application.
  package let origin: String?

  package init(name: String, origin: String?) {
    (self.name, self.origin) = (name, origin)
  }
}
