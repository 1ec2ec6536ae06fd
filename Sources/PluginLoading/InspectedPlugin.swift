import CleanseCrypto
internal import FoundationEssentials
package import PluginFiles
import PluginMetadata

/// A plugin that passed its inspection, as input for the code that loads it.
package struct InspectedPlugin: Hashable, Codable, Sendable {
  /// How a file differs from the inspected one.
  enum Change: String, Error {
    case gone = "no longer exists"
    case replaced = "has been replaced since it was inspected"
    case written = "has been modified since it was inspected"
    case unreadable = "can no longer be read"
  }

  package let description: PluginDescription
  package let file: PluginFile
  let stamp: FileStamp?
  private let digest: ContentDigest?
  /// The libraries that the dynamic linker may map for the plugin, as they were inspected.
  let libraries: [NeededLibrary]
  /// The values of options, by name.
  private let optionValues: [String: OptionValue]

  /// Returns nil for a file that can't be used.
  package init?(_ inspection: PluginInspection) {
    guard let description = inspection.usable else { return nil }
    self.description = description
    file = inspection.file
    stamp = inspection.fileStamp
    digest = inspection.digest
    libraries = inspection.linkage?.libraries ?? []
    let values = inspection.options.compactMap { option in
      option.value.map { (option.option.name, $0) }
    }
    optionValues = Dictionary(values, uniquingKeysWith: { first, _ in first })
  }

  /// Everything that determines the outcome of loading the plugin: its path, as the plugin may search next to it
  /// and findings show it; its contents; and the files of the libraries that may be mapped for it. Nil
  /// if that is not known.
  package var identity: String? {
    guard let digest else { return nil }
    return
      ([file.path, file.resolvedPath, "\(digest)"] + libraries.map { "\($0.path) \($0.stamp)" })
      .joined(separator: "\n")
  }

  /// The options with their values in effect.
  var options: [OptionSetting] { description.manifest.settings(optionValues) }

  /// Everything that determines what the plugin's factories are called with: a digest, because the values can be
  /// secrets.
  package var optionIdentity: String? {
    guard !optionValues.isEmpty else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(optionValues)).map { "\(ContentDigest(of: $0))" }
  }

  /// The result of the inspection, for code that has only the plugin.
  package var inspection: PluginInspection {
    var inspection = PluginInspection(
      file: file, verdict: .plugin(description), fileStamp: stamp, digest: digest,
      linkage: PluginLinkage(libraries: libraries))
    inspection.setOptions(optionValues)
    return inspection
  }

  /// Checks by the file's stamp that the file is still the same.
  func check() throws(Change) {
    // A file that a tool made up has no stamp.
    guard let stamp else { return }
    guard let now = FileStamp(path: file.resolvedPath) else { throw .gone }
    guard now.device == stamp.device, now.inode == stamp.inode else { throw .replaced }
    guard now == stamp else { throw .written }
  }

  /// Whether the file is still the same, by its stamp.
  package var isUnchanged: Bool { (try? check()) != nil }

  /// Checks also by its contents that the file is still the same: two changes can be closer together than the
  /// resolution of the system's clock.
  func checkContents() throws(Change) {
    try check()
    guard let digest else { return }
    guard let now = Self.digest(of: file) else { throw .unreadable }
    guard now == digest else { throw .written }
  }

  /// The digest of the current contents of the file; nil if it can't be read.
  private static func digest(of file: PluginFile) -> ContentDigest? {
    guard let opened = try? RegularFile(file),
      let all = FileExtent(offset: 0, count: opened.size, within: opened.size),
      let bytes = try? opened.bytes(in: all)
    else { return nil }
    return ContentDigest(of: bytes)
  }
}
