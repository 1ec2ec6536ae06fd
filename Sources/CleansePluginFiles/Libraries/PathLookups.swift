import CleanseSupport
import Glibc

/// Counts the directory entries that the system looks up to open paths, including those of symbolic links.
///
/// A link's target of 4 kB can have 2,000 components, and the system follows 40 links in a path, so a short run path can
/// make each candidate for a library cost 80,000 lookups.
struct PathLookups {
  /// The maximum number of links that the system follows in a path (`MAXSYMLINKS`).
  private static let linkLimit = 40
  /// The maximum number of cached results of each kind.
  private static let countLimit = 100_000
  private static let slash = UInt8(ascii: "/")

  /// What a path costs.
  struct Cost {
    /// The lookups of the system, each time that it opens the path.
    var lookups = 0
    /// The lookups that were needed to find that out, the first time.
    var own = 0
  }

  private enum Entry {
    case link(target: [UInt8])
    case other
  }

  /// The point up to which a path has been followed.
  private struct Position {
    /// The path without symbolic links; empty for the root directory.
    var path: [UInt8]
    var cost = Cost()
    var links = 0
  }

  private var entries: [[UInt8]: Entry] = [:]
  private var directories: [[UInt8]: Position] = [:]

  /// The cost of a directory, whether or not it exists.
  mutating func cost(ofDirectory path: FilePath) -> Cost { position(path.bytes).cost }

  /// The cost of an entry of a directory.
  mutating func cost(of path: FilePath) -> Cost {
    let bytes = path.bytes
    guard let slash = bytes.lastIndex(of: Self.slash) else { return Cost(lookups: 1) }
    var position = position(Array(bytes[..<slash]))
    follow(bytes[(slash + 1)...], from: &position)
    return position.cost
  }

  private mutating func position(_ directory: [UInt8]) -> Position {
    if let known = directories[directory] {
      return Position(path: known.path, cost: Cost(lookups: known.cost.lookups), links: known.links)
    }
    let isAbsolute = directory.first.map { $0 == Self.slash } ?? true
    let start: FilePath = isAbsolute ? "" : SystemPath.resolved(".") ?? ""
    var position = Position(path: start.bytes)
    follow(directory[...], from: &position)
    if directories.count < Self.countLimit { directories[directory] = position }
    return position
  }

  /// Follows a path as the system does.
  private mutating func follow(_ text: ArraySlice<UInt8>, from position: inout Position) {
    var rest = Self.components(of: text, &position)
    while let name = rest.popLast() {
      guard !name.elementsEqual("..".utf8) else {
        position.path.removeSubrange((position.path.lastIndex(of: Self.slash) ?? 0)...)
        continue
      }
      let parent = position.path.count
      position.path.append(Self.slash)
      position.path += name
      guard case .link(let target) = entry(at: &position) else { continue }
      position.links += 1
      guard position.links <= Self.linkLimit else { return }
      position.path.removeSubrange((target.first == Self.slash ? 0 : parent)...)
      rest += Self.components(of: target[...], &position)
    }
  }

  /// The components of a path, last to first, which are counted.
  private static func components(
    of text: ArraySlice<UInt8>, _ position: inout Position
  ) -> [ArraySlice<UInt8>] {
    let components = text.split(separator: slash)
    position.cost.lookups += components.count
    return components.filter { !$0.elementsEqual(".".utf8) }.reversed()
  }

  /// The entry at the position. For one that is not known yet, its whole path is looked up.
  private mutating func entry(at position: inout Position) -> Entry {
    if let known = entries[position.path] { return known }
    position.cost.own += position.path.count { $0 == Self.slash }
    let found = Self.read(position.path)
    if entries.count < Self.countLimit { entries[position.path] = found }
    return found
  }

  private static func read(_ path: [UInt8]) -> Entry {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(name, &target, target.count)
    return count < 0
      ? .other : .link(target: target.prefix(count).map(UInt8.init(bitPattern:)))
  }
}
