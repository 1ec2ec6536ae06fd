import CCleanseConfinement
import CleanseSupport

/// Resolves symbolic links without a request to a server that may not answer.
///
/// The kernel does not follow a link from memory alone if that changes its time of access. Its target is read here instead, if the
/// link is in one of the file systems that the operator has named.
struct CachedLinks {
  private let known: [FilePath]

  /// The number of links that the kernel follows in a path (path_resolution(7)).
  private static let limit = 40
  /// The number of components of a path, and of those that links add. Each costs the time of a look-up, and the confined process
  /// chooses the path.
  private static let mostComponents = 256

  /// - Parameter paths: Files whose file systems answer.
  init(beside paths: [FilePath]) {
    known = paths
  }

  /// An absolute path, without the links that can be read. What an open file without a path leads to, such as a pipe, has none, and
  /// neither has one with very many components.
  ///
  /// - Parameter thread: The thread that uses the path, for the links in `/proc/self`; nil if it is not known.
  func resolved(_ path: FilePath, by thread: Int32? = nil) -> FilePath? {
    var (resolved, followed): (FilePath, Int) = ("/", 0)
    var rest = Array(path.components.reversed())
    var count = 0
    while let component = rest.popLast() {
      count += 1
      guard count <= Self.mostComponents else { return nil }
      guard component != ".." else {
        resolved = resolved.removingLastComponent
        continue
      }
      let next = component == "." ? resolved : resolved.appending(component)
      guard followed < Self.limit, let target = target(of: next, by: thread) else {
        resolved = next
        continue
      }
      guard !Self.isUnnamed(target, of: next) else { return nil }
      followed += 1
      rest += target.components.reversed()
      if target.isAbsolute { resolved = "/" }
    }
    return resolved
  }

  /// The target of a link; nil for another file, and for a link that can't be read at once.
  private func target(of path: FilePath, by thread: Int32?) -> FilePath? {
    guard !path.isWithin("/proc") else { return Self.target(ofProcessLink: path, by: thread) }
    var mount: UInt64 = 0
    let link = unsafe cconfinement_open_cached_link(path.cString, &mount)
    guard link >= 0 else { return nil }
    defer { close(link) }
    guard known.contains(where: { unsafe cconfinement_is_in_mount($0.cString, mount) }) else {
      return nil
    }
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlinkat(link, "", &text, text.count)
    return length < 0 ? nil : FilePath(bytes: text.prefix(length).map(UInt8.init(bitPattern:)))
  }

  /// The target of a link in `/proc`, which the kernel names itself. That of `self` is left, as it is another one for each process.
  private static func target(ofProcessLink path: FilePath, by thread: Int32?) -> FilePath? {
    let names = Array(path.components.dropFirst())
    guard let first = names.first else { return nil }
    guard first == "self" || first == "thread-self" else {
      return SystemPath.target(ofLink: path)
    }
    guard let thread, names.count > 1 else { return nil }
    return SystemPath.target(
      ofLink: FilePath("/proc/\(thread)").appending(contentsOf: names.dropFirst()))
  }

  /// Whether an open file is in no directory: a pipe, or a file in memory (memfd_create(2)).
  private static func isUnnamed(_ target: FilePath, of link: FilePath) -> Bool {
    guard link.isWithin("/proc"), link.removingLastComponent.lastComponent == "fd" else {
      return false
    }
    return !target.isAbsolute || target.bytes.starts(with: "/memfd:".utf8)
  }
}
