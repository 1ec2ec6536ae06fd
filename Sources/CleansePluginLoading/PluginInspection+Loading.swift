import CleanseCrypto
internal import FoundationEssentials
package import CleansePluginFiles
package import CleansePluginMetadata
import CleanseSupport

/// How a file differs from the inspected one.
enum FileChange: String, Error {
  case gone = "no longer exists"
  case replaced = "has been replaced since it was inspected"
  case written = "has been modified since it was inspected"
  case unreadable = "can no longer be read"
}

// What loading a plugin depends on.
extension PluginInspection {
  /// The libraries that the dynamic linker may map for the plugin, as they were inspected.
  package var libraries: [NeededLibrary] { linkage?.libraries ?? [] }

  /// The values of the options that have one, by name.
  package var optionValues: [String: OptionValue] {
    let values = options.compactMap { option in option.value.map { (option.option.name, $0) } }
    return Dictionary(keepingFirst: values)
  }

  /// Everything of the plugin that determines the outcome of loading it: its path, as the plugin may search next to it
  /// and findings show it; its contents; the files of the libraries that may be mapped for it; and whether their file
  /// systems allow that. Nil if that is not known.
  ///
  /// Private copies of the same files have one identity, with the paths of the originals and the digests of the libraries. It is
  /// not that of the originals: findings can have the paths of a copy.
  package func identity(_ mounts: inout MountFlags) -> String? {
    guard let digest else { return nil }
    var lines = [
      file.path, file.original(of: file.resolvedPath).text, "\(digest)",
      "\(mounts.flags(of: file.resolvedPath))",
    ]
    if file.isCopied(file.resolvedPath) { lines.append("copy") }
    for library in libraries {
      let isCopied = file.isCopied(library.path) && library.digest != nil
      // A library can have been written to through a mapping, which keeps its stamp.
      lines += [
        file.original(of: library.path).text, isCopied ? "" : "\(library.stamp)",
        library.digest.map { "\($0)" } ?? "", "\(mounts.flags(of: library.path))",
      ]
    }
    return lines.lengthPrefixed
  }

  /// Everything that determines what the plugin's factories are called with: a digest, because the values can be
  /// secrets.
  package var optionIdentity: String? {
    let values = optionValues
    guard !values.isEmpty else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(values)).map { "\(ContentDigest(of: $0))" }
  }

  /// Checks by the file's stamp that the file is still the same.
  func check() throws(FileChange) {
    // A file that a tool made up has no stamp.
    guard let stamp = fileStamp else { return }
    guard let now = FileStamp(path: file.resolvedPath) else { throw .gone }
    guard now.device == stamp.device, now.inode == stamp.inode else { throw .replaced }
    guard now == stamp else { throw .written }
  }

  /// Checks the file after it was mapped. Another file at its path is of no importance then, as ``ExpectedMappings`` shows
  /// that the inspected one is mapped; but code that was written to has changed.
  func checkMapped() throws(FileChange) {
    do throws(FileChange) { try check() } catch { if error == .written { throw error } }
  }

  /// Whether another file has taken the place of the plugin, or of a library that it needs.
  package var isReplaced: Bool {
    fileStamp?.isReplaced(at: file.resolvedPath) == true
      || libraries.contains { $0.stamp.isReplaced(at: $0.path) }
  }

  /// Whether the file is still the same, by its stamp.
  package var isUnchanged: Bool { (try? check()) != nil }

  /// Checks a file that was new when it was inspected, also by its contents: two changes can be closer together than the
  /// resolution of the system's clock. For all others, the comparison of its stamp suffices, which loading includes.
  func checkContents() throws(FileChange) {
    guard let digest = knownDigest, !isSettled else { return }
    try check()
    guard let now = try? RegularFile(file).digest() else { throw .unreadable }
    guard now == digest else { throw .written }
  }
}
