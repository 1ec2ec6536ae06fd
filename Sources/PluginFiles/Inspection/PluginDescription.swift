public import PluginMetadata

/// What a plugin says of itself, read without running it.
public struct PluginDescription: Hashable, Sendable, Codable {
  /// The file's path as it was found.
  public let file: String
  /// What its author wrote.
  public let manifest: PluginManifest
  /// What it was built with.
  public let stamp: ABIStamp
  /// The names of the shared libraries that it needs, in the order of its dynamic section; none
  /// where that can't be read.
  public let neededLibraries: [String]

  /// A description, for tools that make one up.
  public init(
    file: String, manifest: PluginManifest, stamp: ABIStamp, neededLibraries: [String]
  ) {
    self.file = file
    self.manifest = manifest
    self.stamp = stamp
    self.neededLibraries = neededLibraries
  }
}
