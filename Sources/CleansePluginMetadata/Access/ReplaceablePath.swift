package import CleanseSupport

/// A listed path that lies below a writable directory: code that may write there can replace it by a link to any other file, which
/// the next process then has the listed right to.
package struct ReplaceablePath: Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  /// The listed directory.
  package let directory: FilePath

  /// The first of some paths; nil if none is below one of the directories. Both are compared as the system resolves them now.
  package init?(of paths: Set<FilePath>, below directories: Set<FilePath>) {
    let places = directories.sorted().map { (name: $0, place: PathLookup($0).place) }
    for path in paths.sorted() {
      let lookup = PathLookup(path)
      if let found = places.first(where: { lookup.passes(below: $0.place) }) {
        (self.path, directory) = (path, found.name)
        return
      }
    }
    return nil
  }

  /// What is wrong with it, as a predicate of the list.
  package var description: String {
    "has \(path.text.quoted), which lies below \(directory.text.quoted), which may be written: "
      + "a plugin could replace it by a link to any other file"
  }
}

extension Permissions {
  /// The first path that what is confined by these permissions could replace; nil if there is none.
  package var replaceablePath: ReplaceablePath? {
    ReplaceablePath(
      of: access.readable.union(access.writable).union(executable), below: access.writable)
  }
}
