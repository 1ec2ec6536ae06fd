public import CleanseCrypto
public import CleansePluginFiles
public import CleansePluginMetadata
import CleanseSupport

/// The exact set of plugins that a host may use: the contents of `plugins.lock`.
///
/// Its paths are complete, although they are texts: the host uses no plugin whose own path, or that of a library that it needs, is
/// not UTF-8. They are compared as bytes, so two texts that Swift takes for equal can be two files.
public struct PluginLock: Hashable, Sendable {
  /// A plugin as it was when it was locked.
  public struct Entry: Hashable, Sendable, Codable {
    /// The plugin's identifier, which is unique in a lock.
    public let identifier: String
    /// The plugin's version.
    public let version: String
    /// The name of its file, without the directory.
    public let file: String
    /// The digest of its file.
    public let digest: ContentDigest
    /// The versions of the framework and the compiler that it was built with.
    public let stamp: ABIStamp
    /// The extension points that its manifest declares.
    public let contributes: [String]
    /// What its manifest declares that it needs of the system; nil for nothing.
    public let needs: SystemAccess?
    /// The libraries that it needs from outside the system's directories, ordered by file.
    public let libraries: [Library]
  }

  /// A library that the dynamic linker may map for a plugin.
  public struct Library: Hashable, Sendable, Codable {
    /// The path relative to the plugin's directory, if the library is in it; otherwise the path as found.
    public let file: String
    /// The digest of its file.
    public let digest: ContentDigest
  }

  /// The plugins, ordered by identifier.
  public let entries: [Entry]

  /// Creates a lock of the usable plugins.
  public init(of inspections: [PluginInspection]) {
    self.init(entries: inspections.compactMap(Entry.init))
  }

  init(entries: [Entry]) {
    self.entries = entries.sorted { $0.identifier < $1.identifier }
  }
}

extension PluginLock.Entry {
  /// Returns nil for a plugin that can't be used.
  init?(_ inspection: PluginInspection) {
    guard let plugin = inspection.usable, let digest = inspection.digest else { return nil }
    let directory = FilePath(inspection.file.resolvedPath).removingLastComponent
    let libraries = (inspection.linkage?.libraries ?? []).compactMap { library in
      library.digest.map {
        PluginLock.Library(file: Self.path(FilePath(library.path), from: directory), digest: $0)
      }
    }
    self.init(
      identifier: plugin.manifest.identifier, version: plugin.manifest.version.description,
      file: lastComponent(of: inspection.file.path), digest: digest, stamp: plugin.stamp,
      contributes: plugin.manifest.contributes,
      needs: plugin.manifest.needs.isEmpty ? nil : plugin.manifest.needs,
      libraries: libraries.sorted { FilePath($0.file) < FilePath($1.file) })
  }

  /// The path relative to the directory, if it is in it, so that a plugin can be moved together with its libraries.
  static func path(_ path: FilePath, from directory: FilePath) -> String {
    guard path.isWithin(directory) else { return path.text }
    let names = path.components.dropFirst(directory.components.count)
    return FilePath("").appending(contentsOf: names).text
  }
}
