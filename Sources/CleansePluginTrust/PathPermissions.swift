import CleanseSupport

/// Checks whether users other than root and the current user can change or replace a file.
///
/// The rule is that of OpenSSH for trusted files (`safe_path` in its misc.c): the file and each directory up to the
/// root belong to root or to the user, and are writable neither by their group nor by others, nor by an entry of an
/// access control list. Every group is untrusted, because only the name service knows its members, and it would load
/// code of its own.
///
/// A sticky ancestor directory such as `/tmp` is allowed: users can't replace the entries of other users there, and
/// the next entry has to belong to root or the user. The parent directory of the file must not be sticky and writable,
/// because it is searched for the libraries that a plugin needs; neither must the parent of a missing directory that
/// is searched for libraries.
struct PathPermissions {
  /// A way in which other users can change a file.
  enum Weakness: Hashable {
    /// The owner is neither root nor the user.
    case foreign(FilePath, owner: UInt32)
    /// The owner is a user without a mapping in the user namespace of the process, with the number for all of them.
    case unmapped(FilePath, owner: UInt32)
    /// The group or others may write, by these permissions.
    case writable(FilePath, mode: UInt32)
    /// A user or group may write, by an access control list.
    case listed(FilePath, AccessControlList.Writer)
    /// A sticky directory in which other users may create files next to the file, such as libraries next to a
    /// plugin; with its permissions.
    case shared(FilePath, mode: UInt32)
    /// A missing path, and the directory in which other users may create it, with its permissions.
    case creatable(FilePath, in: FilePath, mode: UInt32)
    /// The status can't be read.
    case unknown(FilePath, errno: Int32)
    /// A path through a link in /proc, such as `/proc/self/cwd`: it names another file in another process.
    case behindProcess(FilePath)
    /// A relative path: which file it leads to depends on the working directory.
    case relative(FilePath)
  }

  private let user: UserIdentity
  private let status: (FilePath) -> Result<PathStatus, PathStatus.Failure>
  /// A cache, because many files share their directories. The paths are compared as bytes, as the system does: two names
  /// that look the same may be two directories.
  private var entries: [FilePath: Result<PathStatus, PathStatus.Failure>] = [:]
  /// A cache, because many plugins share their directory: its weaknesses, and those of its ancestors.
  private var directories: [FilePath: [Weakness]] = [:]
  /// A cache, because many plugins share their libraries and search paths.
  private var known: [Question: [Weakness]] = [:]

  /// A path, and the kind of its last entry.
  private struct Question: Hashable {
    let path: FilePath
    let end: End
  }

  /// - Parameters:
  ///   - user: The user who is trusted, besides root.
  ///   - status: Reads the status of an entry.
  init(
    user: UserIdentity = .current,
    status: @escaping (FilePath) -> Result<PathStatus, PathStatus.Failure> = PathStatus.read
  ) {
    self.user = user
    self.status = status
  }

  /// The weaknesses of a file, followed by those of its directories, the nearest first.
  ///
  /// - Parameter path: An absolute path without symbolic links. An entry that has become a link is a weakness.
  mutating func weaknesses(of path: String) -> [Weakness] {
    let path = FilePath(path)
    guard path.isAbsolute else { return [.relative(path)] }
    let parents = weaknesses(ofDirectory: path.removingLastComponent)
    return switch entryStatus(path, isMemoized: false) {
    case .failure(let failure): [.unknown(path, errno: failure.errno)] + parents
    case .success(let status): weaknesses(path, status, .file) + parents
    }
  }

  /// The weaknesses of a library. The dynamic linker follows symbolic links again, so those of the links and of
  /// their targets are included.
  mutating func weaknesses(ofLibrary path: String) -> [Weakness] {
    weaknesses(ofLinked: FilePath(path), to: .file)
  }

  /// The weaknesses of the path that a file was found at, if it has symbolic links: who can change a link decides which
  /// file is used the next time.
  ///
  /// - Parameters:
  ///   - resolved: The absolute path of the file, without symbolic links.
  ///   - working: Returns the directory that a relative path starts in. If it is unknown, so are the links.
  mutating func weaknesses(
    ofLinksOn path: FilePath, to resolved: FilePath,
    from working: () throws(SystemError) -> FilePath = SystemPath.workingDirectory
  ) -> [Weakness] {
    do throws(SystemError) {
      let found = path.isAbsolute ? path : path.from(try working())
      return found == resolved ? [] : weaknesses(ofLinked: found, to: .file)
    } catch {
      return [.unknown(path, errno: error.number)]
    }
  }

  /// The weaknesses of an unfit candidate, which other users might turn into a library by writing it, or by creating
  /// the target of a symbolic link.
  mutating func weaknesses(ofCandidate path: FilePath) -> [Weakness] {
    weaknesses(ofLinked: path, to: .candidate)
  }

  /// The weaknesses of a directory that is searched for libraries, which need not exist, followed by those of its
  /// ancestors.
  mutating func weaknesses(ofSearched path: FilePath) -> [Weakness] {
    weaknesses(ofLinked: path, to: .directory)
  }

  private mutating func weaknesses(ofDirectory path: FilePath) -> [Weakness] {
    if let found = directories[path] { return found }
    let found = walk(path, to: .directory, followingLinks: false)
    directories[path] = found
    return found
  }

  private mutating func weaknesses(ofLinked path: FilePath, to end: End) -> [Weakness] {
    let question = Question(path: path, end: end)
    if let found = known[question] { return found }
    let found = walk(path, to: end, followingLinks: true)
    known[question] = found
    return found
  }

  /// The kind of the last entry of a path.
  private enum End {
    case file
    /// A file, or a broken link.
    case candidate
    /// A directory, which may be missing.
    case directory
  }

  /// The role of an entry on the path to a file.
  private enum Role {
    case file
    case parentDirectory
    case ancestorDirectory
  }

  /// The maximum number of links that the system follows in a path (`MAXSYMLINKS`).
  private static let linkLimit = 40

  /// Resolves a path entry by entry, as the system does, and collects the weaknesses.
  private mutating func walk(
    _ path: FilePath, to end: End, followingLinks: Bool
  ) -> [Weakness] {
    guard path.isAbsolute else { return [.relative(path)] }
    var rest = Self.components(of: path)
    var current = FilePath.root
    var links = 0
    // The weaknesses of each entry, the nearest last.
    var found: [[Weakness]] = []
    while let name = rest.popLast() {
      guard name != ".." else {
        found.append(directory(current, .ancestorDirectory))
        current = current.removingLastComponent
        continue
      }
      let entry = current.appending(name)
      let isLast = rest.isEmpty
      switch entryStatus(entry, isMemoized: !isLast || end == .directory) {
      case .failure(let failure):
        return Self.ordered(found + [missing(entry, in: current, failure, end)])
      case .success(let status):
        found.append(
          directory(current, isLast && end != .directory ? .parentDirectory : .ancestorDirectory))
        guard followingLinks, let target = status.target else {
          if isLast, end != .directory { found.append(weaknesses(entry, status, .file)) }
          current = entry
          continue
        }
        links += 1
        guard links <= Self.linkLimit else {
          return Self.ordered(found + [[.unknown(path, errno: ELOOP)]])
        }
        // `/proc/self/cwd` and similar links lead elsewhere in each process, as a relative path does.
        guard end != .directory || !entry.isWithin("/proc") else {
          return [.behindProcess(path)]
        }
        found.append(foreignOwner(entry, status))
        if target.isAbsolute { current = .root }
        rest += Self.components(of: target)
      }
    }
    if end == .directory { found.append(directory(current, .parentDirectory)) }
    return Self.ordered(found)
  }

  /// The components of a path, last to first.
  private static func components(of path: FilePath) -> [FilePath] {
    path.components.filter { $0 != "." }.reversed()
  }

  /// The weaknesses without duplicates, the nearest first.
  private static func ordered(_ found: [[Weakness]]) -> [Weakness] {
    found.reversed().joined().distinct()
  }

  private mutating func entryStatus(
    _ path: FilePath, isMemoized: Bool
  ) -> Result<PathStatus, PathStatus.Failure> {
    if let known = entries[path] { return known }
    let found = status(path)
    if isMemoized { entries[path] = found }
    return found
  }

  private mutating func directory(_ path: FilePath, _ role: Role) -> [Weakness] {
    switch entryStatus(path, isMemoized: true) {
    case .failure(let failure): [.unknown(path, errno: failure.errno)]
    case .success(let status): weaknesses(path, status, role)
    }
  }

  /// The weaknesses of a missing entry: if it is searched for libraries, other users might create it.
  private mutating func missing(
    _ path: FilePath, in parent: FilePath, _ failure: PathStatus.Failure, _ end: End
  ) -> [Weakness] {
    guard end != .file, [ENOENT, ENOTDIR].contains(failure.errno) else {
      return [.unknown(path, errno: failure.errno)] + directory(parent, .parentDirectory)
    }
    return directory(parent, .parentDirectory).map { weakness in
      if case .shared(_, let mode) = weakness {
        .creatable(path, in: parent, mode: mode)
      } else {
        weakness
      }
    }
  }

  private func foreignOwner(_ path: FilePath, _ status: PathStatus) -> [Weakness] {
    if user.isSelfOrRoot(status.owner) { return [] }
    return status.owner == user.unmapped
      ? [.unmapped(path, owner: status.owner)] : [.foreign(path, owner: status.owner)]
  }

  private func weaknesses(_ path: FilePath, _ status: PathStatus, _ role: Role) -> [Weakness] {
    let owner = foreignOwner(path, status)
    if case .ancestorDirectory = role, status.isSticky { return owner }
    let listed = status.listed.filter { $0 != .user(0) && $0 != .user(user.number) }
    let named = owner + listed.map { .listed(path, $0) }
    guard status.mode & 0o022 != 0 else { return named }
    if case .parentDirectory = role, status.isSticky {
      return named + [.shared(path, mode: status.mode)]
    }
    return named + [.writable(path, mode: status.mode)]
  }
}

extension PathPermissions.Weakness {
  /// A message of one line.
  var description: String { description(neighbours: "libraries") }

  /// - Parameter neighbours: The kind of files that must not be created next to the file.
  func description(neighbours: String) -> String {
    switch self {
    case .foreign(let path, let owner): "\(path) belongs to user \(owner)"
    case .unmapped(let path, let owner):
      "\(path) belongs to a user that this user namespace does not map (shown as user \(owner))"
    case .writable(let path, let mode):
      "\(path) is writable by \(Self.writers(mode)) (mode \(Self.octal(mode)))"
    case .shared(let path, let mode):
      """
      \(Self.writers(mode)) may put \(neighbours) next to it into \(path) (mode \(Self.octal(mode)))
      """
    case .listed(let path, .user(let number)):
      "\(path) is writable by user \(number), by its access control list"
    case .listed(let path, .group(let number)):
      "\(path) is writable by group \(number), by its access control list"
    case .creatable(let path, let directory, let mode):
      """
      \(Self.writers(mode)) may create \(path), where libraries are searched for, in \(directory) \
      (mode \(Self.octal(mode)))
      """
    case .behindProcess(let path):
      "\(path) leads through a link in /proc, whose target depends on the process"
    case .unknown(let path, let number):
      "the permissions of \(path) can't be read: \(SystemError(number: number))"
    case .relative(let path): "\(path) is not an absolute path"
    }
  }

  /// What to do about some of these.
  static func fix(of weaknesses: [Self]) -> String {
    // Each advice once, that for most causes first.
    let advice = weaknesses.map(\.advice).distinct().sorted { $0.rawValue < $1.rawValue }
    guard !advice.isEmpty, advice != [.absolute] else { return Advice.absolute.text }
    return
      "verify the files, then \(advice.map(\.text).joined(separator: ", and ")), or move the plugin; "
      + "`namei -l PATH` shows the permissions along a path"
  }

  private enum Advice: Int {
    case permission, owner, list, status, absolute

    var text: String {
      switch self {
      case .permission: "remove the write permission of other users, as with `chmod go-w`"
      case .owner: "give them to root or to the user who runs the host, as with `chown`"
      case .list:
        "remove the entries of other users from the access control list, as with `setfacl -b`"
      case .status: "let this user see the directories"
      case .absolute: "name absolute paths outside of /proc"
      }
    }
  }

  private var advice: Advice {
    switch self {
    case .foreign, .unmapped: .owner
    case .writable, .shared, .creatable: .permission
    case .listed: .list
    case .unknown: .status
    case .behindProcess, .relative: .absolute
    }
  }

  private static func writers(_ mode: UInt32) -> String {
    mode & 0o002 != 0 ? "any user" : "its group"
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
