public import CleanseCrypto
public import PluginFiles
public import PluginMetadata
import CleanseSupport

/// Which plugins a host is to use, each told exactly: what `plugins.lock` holds.
public struct PluginLock: Hashable, Sendable {
  /// One plugin as it was when it was locked.
  public struct Entry: Hashable, Sendable, Codable {
    /// The plugin's own identifier; no two entries of a lock have the same.
    public let identifier: String
    /// The plugin's own version.
    public let version: String
    /// The name of its file, in whichever directory it lies.
    public let file: String
    /// What its file holds.
    public let digest: ContentDigest
    /// What it was built with.
    public let stamp: ABIStamp
    /// The extension points that its manifest declares.
    public let contributes: [String]
  }

  /// The plugins, ordered by identifier.
  public let entries: [Entry]

  /// The lock of the plugins that can be used.
  public init(of inspections: [PluginInspection]) {
    self.init(entries: inspections.compactMap(Entry.init))
  }

  init(entries: [Entry]) {
    self.entries = entries.sorted { $0.identifier < $1.identifier }
  }
}

extension PluginLock.Entry {
  /// Nothing for what can't be used.
  init?(_ inspection: PluginInspection) {
    guard let plugin = inspection.usable, let digest = inspection.digest else { return nil }
    self.init(
      identifier: plugin.manifest.identifier, version: plugin.manifest.version.description,
      file: inspection.file.path.split(separator: "/").last.map(String.init) ?? "", digest: digest,
      stamp: plugin.stamp, contributes: plugin.manifest.contributes)
  }
}
