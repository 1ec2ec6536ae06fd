import CleanseSupport
import Glibc

/// Finds out who else can change a file: who may write it or replace it, or owns it or a directory on the way to it.
///
/// The rule is that of OpenSSH for the files that it trusts (`safe_path` of its misc.c): the file and
/// each directory up to the root belong to root or to the user, and neither their group nor everybody
/// may write them, nor anyone whom an access control list names. Who is in a group only the name service knows, which
/// loads code of its own to find out; so any group counts as others.
///
/// A sticky directory such as `/tmp` is fine on the way: in it, nobody replaces what belongs to others,
/// and the next entry has to belong to root or the user. The directory that the file itself is in
/// has no such excuse, as the libraries that a plugin needs are looked for there; nor has one in which a directory is
/// missing that libraries are looked for in.
struct PathPermissions {
  /// One way in which others can change a file.
  enum Weakness: Hashable {
    /// The owner is neither root nor the user.
    case foreign(String, owner: UInt32)
    /// With the permissions that let the group or everybody write.
    case writable(String, mode: UInt32)
    /// An access control list lets someone write.
    case listed(String, AccessControlList.Writer)
    /// A sticky directory, with its permissions, in which others may put files next to the one in
    /// question: libraries next to a plugin.
    case shared(String, mode: UInt32)
    /// A path that does not exist, and the directory in which others may create it, with its permissions.
    case creatable(String, in: String, mode: UInt32)
    /// The system does not tell, or the path is not absolute.
    case unknown(String, errno: Int32)
  }

  private let user: UInt32
  private let status: (String) -> Result<PathStatus, PathStatus.Failure>
  /// Many files share their directories.
  private var entries: [String: Result<PathStatus, PathStatus.Failure>] = [:]
  /// Many plugins share their libraries, and the directories that these are looked for in.
  private var known: [String: [Weakness]] = [:]

  /// - Parameters:
  ///   - user: Who may change what is trusted, besides root.
  ///   - status: What the system says of an entry.
  init(
    user: UInt32 = PathStatus.currentUser,
    status: @escaping (String) -> Result<PathStatus, PathStatus.Failure> = PathStatus.read
  ) {
    self.user = user
    self.status = status
  }

  /// How others can change a file: the file itself first, then the directories, the nearest first.
  ///
  /// - Parameter path: Absolute and without symbolic links; one that has become a link since is a weakness.
  mutating func weaknesses(of path: String) -> [Weakness] {
    walk(path, to: .file, followingLinks: false)
  }

  /// How others can change what the dynamic linker finds at a path. It follows the links again, so
  /// whoever can replace one of them counts as well as who can change what it leads to.
  mutating func weaknesses(ofLibrary path: String) -> [Weakness] {
    memoized(path) { $0.walk(path, to: .file, followingLinks: true) }
  }

  /// How others can make a library of an entry that is none: by writing it, or by creating what a symbolic link leads
  /// to.
  mutating func weaknesses(ofCandidate path: String) -> [Weakness] {
    // A candidate is none of the libraries that were found, so no path is both.
    memoized(path) { $0.walk(path, to: .candidate, followingLinks: true) }
  }

  /// How others can put libraries into a directory, which need not exist: the directory first, then those around it.
  mutating func weaknesses(ofSearched path: String) -> [Weakness] {
    // No file has such a path.
    memoized("\(path)/") { $0.walk(path, to: .directory, followingLinks: true) }
  }

  private mutating func memoized(
    _ key: String, _ find: (inout PathPermissions) -> [Weakness]
  ) -> [Weakness] {
    if let found = known[key] { return found }
    let found = find(&self)
    known[key] = found
    return found
  }

  /// What is at the end of a path.
  private enum End {
    case file
    /// A file, or a link that leads to none yet.
    case candidate
    /// One that may be missing.
    case directory
  }

  /// What an entry is to the file.
  private enum Place {
    case file
    case nearestDirectory
    case directoryOnTheWay
  }

  /// The most links that the system follows in one path (`MAXSYMLINKS`).
  private static let linkLimit = 40

  /// Goes along a path as the system does, entry by entry.
  private mutating func walk(
    _ path: String, to end: End, followingLinks: Bool
  ) -> [Weakness] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [.unknown(path, errno: 0)] }
    var rest = Self.components(of: path)
    var current = "/"
    var links = 0
    // The nearest come last.
    var found: [[Weakness]] = []
    while let name = rest.popLast() {
      guard name != ".." else {
        found.append(directory(current, .directoryOnTheWay))
        current = Self.parent(of: current)
        continue
      }
      let entry = current == "/" ? "/\(name)" : "\(current)/\(name)"
      let isLast = rest.isEmpty
      switch entryStatus(entry, isMemoized: !isLast || end == .directory) {
      case .failure(let failure):
        return Self.ordered(found + [missing(entry, in: current, failure, end)])
      case .success(let status):
        found.append(
          directory(current, isLast && end != .directory ? .nearestDirectory : .directoryOnTheWay))
        guard followingLinks, let target = status.target else {
          if isLast, end != .directory { found.append(weaknesses(entry, status, .file)) }
          current = entry
          continue
        }
        links += 1
        guard links <= Self.linkLimit else {
          return Self.ordered(found + [[.unknown(path, errno: ELOOP)]])
        }
        found.append(foreignOwner(entry, status))
        if target.utf8.first == UInt8(ascii: "/") { current = "/" }
        rest += Self.components(of: target)
      }
    }
    if end == .directory { found.append(directory(current, .nearestDirectory)) }
    return Self.ordered(found)
  }

  /// The parts of a path, the last one first.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }

  /// Each once, the nearest first.
  private static func ordered(_ found: [[Weakness]]) -> [Weakness] {
    var seen: Set<Weakness> = []
    return found.reversed().joined().filter { seen.insert($0).inserted }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private mutating func entryStatus(
    _ path: String, isMemoized: Bool
  ) -> Result<PathStatus, PathStatus.Failure> {
    if let known = entries[path] { return known }
    let found = status(path)
    if isMemoized { entries[path] = found }
    return found
  }

  private mutating func directory(_ path: String, _ place: Place) -> [Weakness] {
    switch entryStatus(path, isMemoized: true) {
    case .failure(let failure): [.unknown(path, errno: failure.errno)]
    case .success(let status): weaknesses(path, status, place)
    }
  }

  /// An entry that the system knows nothing of: one where libraries are looked for may come to exist.
  private mutating func missing(
    _ path: String, in parent: String, _ failure: PathStatus.Failure, _ end: End
  ) -> [Weakness] {
    guard end != .file, [ENOENT, ENOTDIR].contains(failure.errno) else {
      return [.unknown(path, errno: failure.errno)] + directory(parent, .nearestDirectory)
    }
    return directory(parent, .nearestDirectory).map { weakness in
      if case .shared(_, let mode) = weakness {
        .creatable(path, in: parent, mode: mode)
      } else {
        weakness
      }
    }
  }

  private func foreignOwner(_ path: String, _ status: PathStatus) -> [Weakness] {
    status.owner == 0 || status.owner == user ? [] : [.foreign(path, owner: status.owner)]
  }

  private func weaknesses(_ path: String, _ status: PathStatus, _ place: Place) -> [Weakness] {
    let owner = foreignOwner(path, status)
    if case .directoryOnTheWay = place, status.isSticky { return owner }
    let listed = status.listed.filter { $0 != .user(0) && $0 != .user(user) }
    let named = owner + listed.map { .listed(path, $0) }
    guard status.mode & 0o022 != 0 else { return named }
    if case .nearestDirectory = place, status.isSticky {
      return named + [.shared(path, mode: status.mode)]
    }
    return named + [.writable(path, mode: status.mode)]
  }
}

extension PathPermissions.Weakness {
  /// The weakness in one line.
  var description: String { description(beside: "libraries") }

  /// - Parameter others: What would do harm beside the file.
  func description(beside others: String) -> String {
    switch self {
    case .foreign(let path, let owner): "\(path) belongs to user \(owner)"
    case .writable(let path, let mode):
      "\(path) may be written by \(Self.writers(mode)) (mode \(Self.octal(mode)))"
    case .shared(let path, let mode):
      """
      \(Self.writers(mode)) may put \(others) beside it into \(path) (mode \(Self.octal(mode)))
      """
    case .listed(let path, .user(let number)):
      "\(path) may be written by user \(number), by its access control list"
    case .listed(let path, .group(let number)):
      "\(path) may be written by group \(number), by its access control list"
    case .creatable(let path, let directory, let mode):
      """
      \(Self.writers(mode)) may create \(path), where libraries are looked for, in \(directory) \
      (mode \(Self.octal(mode)))
      """
    case .unknown(let path, errno: 0): "\(path) is not an absolute path"
    case .unknown(let path, let number):
      "who may write \(path) can't be found out: \(SystemError(number: number))"
    }
  }

  private static func writers(_ mode: UInt32) -> String {
    mode & 0o002 != 0 ? "everybody" : "its group"
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
