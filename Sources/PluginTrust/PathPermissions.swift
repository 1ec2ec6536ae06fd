import CleanseSupport

/// Finds out who else can change a file: somebody who may write it or replace it, or who owns it or
/// a directory on the way to it.
///
/// The rule is that of OpenSSH for the files that it trusts (`safe_path` of its misc.c): the file and
/// each directory up to the root belong to root or to the user, and neither their group nor everybody
/// may write them. Who is in a group only the name service knows, which loads code of its own to
/// tell; so any group counts as others. An access control list that lets anyone write shows in the
/// bits of the group.
///
/// A sticky directory such as `/tmp` is fine on the way: in it, nobody replaces what belongs to others,
/// and the next entry has to belong to root or the user. The directory that the file itself lies in
/// has no such excuse, as the libraries that a plugin needs are looked for there.
struct PathPermissions {
  /// One way in which others can change a file.
  enum Weakness: Hashable {
    /// The owner is neither root nor the user.
    case foreign(String, owner: UInt32)
    /// With the permissions that let the group or everybody write.
    case writable(String, mode: UInt32)
    /// A sticky directory, with its permissions, in which others may put files beside the one in
    /// question: libraries beside a plugin.
    case shared(String, mode: UInt32)
    /// The system does not tell, or the path is not absolute.
    case unknown(String, errno: Int32)
  }

  private let user: UInt32
  private let status: (String) -> Result<PathStatus, PathStatus.Failure>
  private let resolved: (String) -> Result<String, PathStatus.Failure>
  /// Many files share their directories.
  private var directories: [String: Result<PathStatus, PathStatus.Failure>] = [:]
  /// Many plugins share their libraries.
  private var libraries: [String: [Weakness]] = [:]

  /// - Parameters:
  ///   - user: Who may change what is trusted, besides root.
  ///   - status: What the system says of an entry.
  ///   - resolved: Where the links of a path lead.
  init(
    user: UInt32 = PathStatus.currentUser,
    status: @escaping (String) -> Result<PathStatus, PathStatus.Failure> = PathStatus.read,
    resolved: @escaping (String) -> Result<String, PathStatus.Failure> = PathStatus.resolved
  ) {
    self.user = user
    self.status = status
    self.resolved = resolved
  }

  /// How others can change a file: the file itself first, then the directories, the nearest first.
  ///
  /// - Parameter path: Absolute and without symbolic links.
  mutating func weaknesses(of path: String) -> [Weakness] {
    guard let directory = Self.directory(of: path) else { return [.unknown(path, errno: 0)] }
    return weaknesses(path, status(path), .file) + weaknesses(ofFilesIn: directory)
  }

  /// How others can change what the dynamic linker finds at a path. It follows the links anew, so
  /// whoever can replace the last of them counts as well as who can change what it leads to.
  mutating func weaknesses(ofLibrary path: String) -> [Weakness] {
    if let known = libraries[path] { return known }
    var found: [Weakness]
    switch resolved(path) {
    case .failure(let failure): found = [.unknown(path, errno: failure.errno)]
    case .success(let file):
      found = weaknesses(of: file)
      if let named = Self.directory(of: path), case .success(let directory) = resolved(named),
        directory != Self.directory(of: file)
      {
        found += weaknesses(ofFilesIn: directory).filter { !found.contains($0) }
      }
    }
    libraries[path] = found
    return found
  }

  /// How others can change whatever lies in a directory: the directory first, then those around it.
  ///
  /// - Parameter path: Absolute and without symbolic links.
  mutating func weaknesses(ofFilesIn path: String) -> [Weakness] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [.unknown(path, errno: 0)] }
    var found = weaknesses(path, directoryStatus(of: path), .nearestDirectory)
    var inner = path
    while inner != "/", let directory = Self.directory(of: inner) {
      found += weaknesses(directory, directoryStatus(of: directory), .directoryOnTheWay)
      inner = directory
    }
    return found
  }

  /// The directory that an entry lies in; nothing for a path that is not absolute.
  private static func directory(of path: String) -> String? {
    guard path.utf8.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: "/") else {
      return nil
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What an entry is to the file.
  private enum Place {
    case file
    case nearestDirectory
    case directoryOnTheWay
  }

  private mutating func directoryStatus(
    of path: String
  ) -> Result<PathStatus, PathStatus.Failure> {
    if let known = directories[path] { return known }
    let found = status(path)
    directories[path] = found
    return found
  }

  private func weaknesses(
    _ path: String, _ status: Result<PathStatus, PathStatus.Failure>, _ place: Place
  ) -> [Weakness] {
    switch status {
    case .failure(let failure): return [.unknown(path, errno: failure.errno)]
    case .success(let status):
      let owner: [Weakness] =
        status.owner == 0 || status.owner == user ? [] : [.foreign(path, owner: status.owner)]
      guard status.mode & 0o022 != 0 else { return owner }
      switch place {
      case .directoryOnTheWay where status.isSticky: return owner
      case .nearestDirectory where status.isSticky:
        return owner + [.shared(path, mode: status.mode)]
      default: return owner + [.writable(path, mode: status.mode)]
      }
    }
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
