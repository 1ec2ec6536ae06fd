public import CleanseSupport

/// Another plugin that a plugin can't work without.
public struct PluginRequirement: Hashable, Sendable, Codable {
  /// The other plugin's identifier.
  public let identifier: String
  /// The versions of it that will do.
  public let range: VersionRange

  /// A requirement of any version in the range.
  public init(identifier: String, range: VersionRange) {
    self.identifier = identifier
    self.range = range
  }
}
