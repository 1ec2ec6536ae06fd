import CleanseSupport

/// Counts the directory entries that the system looks up to open paths, including those of symbolic links.
///
/// A link's target of 4 kB can have 2,000 components, and the system follows 40 links in a path, so a short run path can
/// make each candidate for a library cost 80,000 lookups.
struct PathLookups {
  /// The maximum number of links that the system follows in a path (`MAXSYMLINKS`).
  private static let linkLimit = 40
  private static let slash = UInt8(ascii: "/")

  /// What a path costs.
  struct Cost {
    /// The lookups of the system, each time that it opens the path.
    var lookups = 0
    /// The lookups that were needed to find that out, the first time.
    var own = 0
  }

  /// The point up to which a path has been followed.
  private struct Position {
    /// The path without symbolic links; empty for the root directory.
    var path: [UInt8]
    var cost = Cost()
    var links = 0
  }

  /// The targets of symbolic links; nil for other entries.
  private var targets = LimitedCache<[UInt8], [UInt8]?>()
  private var directories = LimitedCache<[UInt8], Position>()

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
    directories[directory] = position
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
      guard let target = target(at: &position) else { continue }
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

  /// The target of the link at the position; nil if there is none.
  ///
  /// For an entry that is not known yet, its whole path is looked up.
  private mutating func target(at position: inout Position) -> [UInt8]? {
    if let known = targets[position.path] { return known }
    position.cost.own += position.path.count { $0 == Self.slash }
    let target = SystemPath.target(ofLink: FilePath(bytes: position.path))?.bytes
    targets[position.path] = .some(target)
    return target
  }
}
