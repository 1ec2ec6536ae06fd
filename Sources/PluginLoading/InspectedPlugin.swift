import CleanseCrypto
package import PluginFiles

/// A plugin that passed its inspection, for whoever loads it afterwards.
package struct InspectedPlugin: Hashable, Codable, Sendable {
  /// How a file can be another one than it was.
  enum Change: String, Error {
    case gone = "is not there any more"
    case replaced = "has been replaced since it was inspected"
    case written = "has been written to since it was inspected"
    case unreadable = "can't be read any more"
  }

  package let description: PluginDescription
  package let file: PluginFile
  let stamp: FileStamp?
  private let digest: ContentDigest?
  /// The libraries that the dynamic linker may map for it, as they were inspected.
  let libraries: [NeededLibrary]

  /// Nothing for a file that can't be used.
  package init?(_ inspection: PluginInspection) {
    guard let description = inspection.usable else { return nil }
    self.description = description
    file = inspection.file
    stamp = inspection.fileStamp
    digest = inspection.digest
    libraries = inspection.linkage?.libraries ?? []
  }

  /// What decides on what comes of loading the plugin: its path, as it may look for things next to it
  /// and as findings name it; what it holds; and which files the libraries are that may be mapped for it. Nil
  /// where that is not known.
  package var identity: String? {
    guard let digest else { return nil }
    return
      ([file.path, file.resolvedPath, "\(digest)"] + libraries.map { "\($0.path) \($0.stamp)" })
      .joined(separator: "\n")
  }

  /// What the inspection said, for who only has the plugin.
  package var inspection: PluginInspection {
    PluginInspection(
      file: file, verdict: .plugin(description), fileStamp: stamp, digest: digest,
      linkage: PluginLinkage(libraries: libraries))
  }

  /// Tells by the file's stamp whether it is still the same.
  func check() throws(Change) {
    // A file that was made up by a tool has none.
    guard let stamp else { return }
    guard let now = FileStamp(path: file.resolvedPath) else { throw .gone }
    guard now.device == stamp.device, now.inode == stamp.inode else { throw .replaced }
    guard now == stamp else { throw .written }
  }

  /// Whether the file is still the same, by its stamp.
  package var isUnchanged: Bool { (try? check()) != nil }

  /// Tells by what the file holds whether it is still the same, too: two changes can be closer than the
  /// system's clock is fine.
  func checkContents() throws(Change) {
    try check()
    guard let digest else { return }
    guard let now = Self.digest(of: file) else { throw .unreadable }
    guard now == digest else { throw .written }
  }

  /// What the file holds now; nothing where it can't be read.
  private static func digest(of file: PluginFile) -> ContentDigest? {
    guard let opened = try? RegularFile(file),
      let all = FileExtent(offset: 0, count: opened.size, within: opened.size),
      let bytes = try? opened.bytes(in: all)
    else { return nil }
    return ContentDigest(of: bytes)
  }
}
