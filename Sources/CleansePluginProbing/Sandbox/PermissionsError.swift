/// Why permissions can't be enforced.
public struct PermissionsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as a clause.
  public let description: String

  package init(description: String) {
    self.description = description
  }
}
