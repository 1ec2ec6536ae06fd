package import CleanseSupport

/// Lists the files in plugin directories.
public enum PluginDirectory {
  /// The entries of the directories whose names end in `.so`, each file once.
  ///
  /// They are in the order of the directories and, within a directory, in the order of the names' bytes,
  /// which is the same on every machine. A file that has several names, through symbolic or hard links,
  /// is listed under the first. No file is opened: special files, broken links and names that are not valid
  /// UTF-8 are listed as well, so that the inspection reports them. Hidden files are left out: editors, file managers and
  /// copying programs put files such as `.#words.so` and `._words.so` next to others.
  ///
  /// - Throws: The error of the first directory that can't be read.
  public static func files(
    in directories: [String]
  ) throws(PluginHostError) -> [PluginFile] {
    var seen: Set<FileIdentity> = []
    var files: [PluginFile] = []
    for directory in directories {
      let folder = FilePath(directory)
      let resolvedFolder = SystemPath.resolved(folder)
      let names = try entries(of: directory)
      for name in names.filter(isCandidate).sorted() {
        guard let text = String(validating: name.bytes, as: UTF8.self) else {
          files.append(PluginFile(unnameable: folder.appending(escaped(name.bytes)).text))
          continue
        }
        let path = folder.appending(text).text
        let entry = Entry(path)
        if let identity = entry.identity, !seen.insert(identity).inserted { continue }
        // Unless the entry itself is a link, resolving its directory is enough.
        let resolvedPath =
          entry.isLink
          ? SystemPath.resolved(path)
          : resolvedFolder.flatMap { $0.appending(name).validText }
        files.append(PluginFile(at: path, resolvedPath, isLink: entry.isLink))
      }
    }
    return files
  }

  /// The file at a path; its name need not end in `.so`.
  public static func file(at path: String) -> PluginFile {
    PluginFile(at: path, SystemPath.resolved(path), isLink: Entry(path).isLink)
  }

  /// The end of the names of plugins.
  static let suffix = ".so"

  /// Whether a file of this name is taken for a plugin.
  package static func isCandidate(_ name: FilePath) -> Bool {
    name.hasSuffix(suffix) && !name.isHidden
  }

  /// The status of a directory entry.
  private struct Entry {
    /// The identity of the file that the entry leads to; nil for a broken link.
    let identity: FileIdentity?
    let isLink: Bool

    init(_ path: String) {
      var status = stat()
      var exists = unsafe lstat(path, &status) == 0
      isLink = exists && status.st_mode & S_IFMT == S_IFLNK
      if isLink { exists = unsafe stat(path, &status) == 0 }
      identity = exists ? FileIdentity(status) : nil
    }
  }

  /// The names in a directory, other than `.` and `..`.
  package static func entries(of directory: String) throws(PluginHostError) -> [FilePath] {
    try translating(Directory.entries(in: FilePath(directory))) { (error: SystemError) in
      PluginHostError(directory: directory, errno: error.number)
    }
  }

  /// A name that is not valid UTF-8, with every non-ASCII byte as two hexadecimal digits.
  private static func escaped(_ name: [UInt8]) -> String {
    name.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
