/// The entries of directories that the system looks up for an absolute path, with those of the links on the way.
package struct PathLookup: Sendable {
  /// The entries in their order, each in a directory without links. Behind one that can't be read, they are as named.
  package private(set) var entries: [FilePath] = []
  /// Where the path leads to.
  package private(set) var place = FilePath.root

  /// The directories of these entries.
  package var directories: [FilePath] { entries.map(\.removingLastComponent).distinct() }

  /// The number of links that the system follows in a path (path_resolution(7)).
  private static let linkLimit = 40

  package init(_ path: FilePath) {
    var links = 0
    var rest = Self.components(of: path)
    while let name = rest.popLast() {
      guard name != ".." else {
        place = place.removingLastComponent
        continue
      }
      let entry = place.appending(name)
      entries.append(entry)
      guard links < Self.linkLimit, let target = SystemPath.target(ofLink: entry) else {
        place = entry
        continue
      }
      links += 1
      if target.isAbsolute { place = .root }
      rest += Self.components(of: target)
    }
  }

  /// The components of a path, last to first.
  private static func components(of path: FilePath) -> [FilePath] {
    path.components.filter { $0 != "." }.reversed()
  }

  /// Whether an entry is below a directory, so that who may write there decides where the path leads to.
  package func passes(below directory: FilePath) -> Bool {
    entries.contains { $0 != directory && $0.isWithin(directory) }
  }
}
