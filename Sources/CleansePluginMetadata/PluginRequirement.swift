public import CleanseSupport

/// A requirement of a plugin: another plugin that it needs.
public struct PluginRequirement: Hashable, Sendable, Codable {
  /// The other plugin's identifier.
  public let identifier: String
  /// The versions that satisfy the requirement.
  public let range: VersionRange

  /// Creates a requirement of any version in the range.
  public init(identifier: String, range: VersionRange) {
    self.identifier = identifier
    self.range = range
  }
}
