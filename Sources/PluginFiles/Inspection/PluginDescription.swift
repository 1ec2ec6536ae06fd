public import PluginMetadata

/// The description of a plugin, read from its file without running it.
public struct PluginDescription: Hashable, Sendable, Codable {
  /// The file's path as found.
  public let file: String
  /// The manifest that the author wrote.
  public let manifest: PluginManifest
  /// The versions of the framework and the compiler that the plugin was built with.
  public let stamp: ABIStamp
  /// The names of the needed shared libraries, in the order of the dynamic section; empty if that can't be
  /// read.
  public let neededLibraries: [String]

  /// Creates a description.
  public init(
    file: String, manifest: PluginManifest, stamp: ABIStamp, neededLibraries: [String]
  ) {
    self.file = file
    self.manifest = manifest
    self.stamp = stamp
    self.neededLibraries = neededLibraries
  }
}
