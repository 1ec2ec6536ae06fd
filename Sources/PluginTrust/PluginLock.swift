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
    /// The libraries that it brings from outside of the system's directories, ordered by file.
    public let libraries: [Library]
  }

  /// A library that the dynamic linker may map for a plugin.
  public struct Library: Hashable, Sendable, Codable {
    /// Its path from the plugin's directory, where that leads to it; otherwise its path as it was found.
    public let file: String
    /// What it holds.
    public let digest: ContentDigest
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
    let directory = inspection.file.resolvedPath.dropLast(
      lastComponent(of: inspection.file.resolvedPath).count)
    let libraries = (inspection.linkage?.libraries ?? []).compactMap { library in
      library.digest.map {
        PluginLock.Library(file: Self.path(library.path, from: directory), digest: $0)
      }
    }
    self.init(
      identifier: plugin.manifest.identifier, version: plugin.manifest.version.description,
      file: lastComponent(of: inspection.file.path), digest: digest, stamp: plugin.stamp,
      contributes: plugin.manifest.contributes, libraries: libraries.sorted { $0.file < $1.file })
  }

  /// The same for a plugin that lies elsewhere with its libraries.
  private static func path(_ path: String, from directory: Substring) -> String {
    path.hasPrefix(directory) ? String(path.dropFirst(directory.count)) : path
  }
}
