import CleanseSupport

/// A library that this program opens by its name, without needing it.
package enum OpenedLibrary {
  /// The stamps of the files that the dynamic linker may open for a name; empty if there is none.
  ///
  /// Those in the default directories count only if there is no other, as these are searched last.
  package static func stamps(of name: String) -> [FileStamp] { stamps(of: name, in: .current) }

  static func stamps(of name: String, in process: HostProcess) -> [FileStamp] {
    let first =
      process.inheritedDirectories + process.environmentDirectories + process.runDirectories
    let listed = process.cache?.paths(of: LinkerName(name)) ?? []
    let found = stamps(first.map { $0.appending(name) } + listed)
    return found.isEmpty ? stamps(process.systemDirectories.map { $0.appending(name) }) : found
  }

  private static func stamps(_ paths: [FilePath]) -> [FileStamp] {
    paths.compactMap { FileStamp(path: $0.text) }
  }
}
