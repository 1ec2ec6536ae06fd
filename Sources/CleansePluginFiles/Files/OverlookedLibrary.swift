import CleanseSupport

/// A shared library of a plugin directory that is not inspected, because of its name or because it is in a subdirectory.
///
/// Such a file is no mistake in general: a plugin may need a library under a versioned name. It is named where the user wants to
/// see all files, or where no plugin was found.
package struct OverlookedLibrary: Equatable, Sendable {
  /// The path as found.
  package let path: String
  /// Why it is not inspected, as a clause.
  package let reason: String

  /// The libraries of the directories with a versioned name alone, as in `libwords.so.1`, and those in subdirectories, which
  /// are searched one level deep. No file is opened. Directories that can't be read have none.
  package static func all(in directories: [String]) -> [OverlookedLibrary] {
    directories.map { FilePath($0) }.flatMap { directory in
      let names = Self.names(in: directory)
      return versioned(names, in: directory) + nested(names, in: directory)
    }
  }

  /// The maximum number of entries of a directory that are looked at as subdirectories.
  private static let entryLimit = 1000

  /// The names of the entries that are not hidden, in the order of their bytes.
  private static func names(in directory: FilePath) -> [FilePath] {
    ((try? Directory.entries(in: directory)) ?? []).filter { !$0.isHidden }.sorted()
  }

  /// A library usually has several versioned names, which are links; the first one stands for all.
  private static func versioned(_ names: [FilePath], in directory: FilePath) -> [OverlookedLibrary]
  {
    var known = Set(names.filter { $0.hasSuffix(PluginDirectory.suffix) })
    return names.filter { name in
      unversioned(name).map { known.insert($0).inserted } ?? false
    }.map {
      OverlookedLibrary(path: directory.appending($0).text, reason: "its name does not end in .so")
    }
  }

  private static func nested(_ names: [FilePath], in directory: FilePath) -> [OverlookedLibrary] {
    let others = names.filter { !$0.hasSuffix(PluginDirectory.suffix) }.prefix(entryLimit)
    return others.map { directory.appending($0) }.flatMap { folder in
      Self.names(in: folder).filter { $0.hasSuffix(PluginDirectory.suffix) }.map {
        OverlookedLibrary(
          path: folder.appending($0).text, reason: "subdirectories are not searched for plugins")
      }
    }
  }

  /// The name without its version, as in `libwords.so` for `libwords.so.1.2`; nil if it has no version.
  private static func unversioned(_ name: FilePath) -> FilePath? {
    var rest = name
    while let number = rest.extension, let stem = rest.stem, number.isNumber { rest = stem }
    return rest != name && rest.hasSuffix(PluginDirectory.suffix) ? rest : nil
  }
}

extension FilePath {
  fileprivate var isNumber: Bool {
    !isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
