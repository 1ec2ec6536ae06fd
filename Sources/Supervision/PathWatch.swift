import CleanseSupport
import Glibc

/// Watches files and folders for changes (inotify(7)).
///
/// A path that does not exist is watched through the nearest folder that does.
final class PathWatch {
  private static let mask = UInt32(
    IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ATTRIB)

  /// Readable when there are events.
  let descriptor: Int32
  private var paths: [String] = []
  /// What distinguishes files, and those in folders, from changed ones.
  private let stateOf: ([String]) -> [String]
  private var state: [String] = []
  private var watches: Set<Int32> = []

  init(stateOf: @escaping ([String]) -> [String]) throws(SystemError) {
    self.stateOf = stateOf
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw .last }
  }

  deinit {
    close(descriptor)
  }

  /// Watches these paths from now on.
  func watch(_ paths: [String]) {
    self.paths = paths
    renew()
    state = stateOf(paths)
  }

  /// Adds the watches again: a folder may have been replaced.
  private func renew() {
    var renewed: Set<Int32> = []
    for path in Set(paths) {
      var path = path
      while true {
        let watch = unsafe inotify_add_watch(descriptor, path, Self.mask)
        if watch >= 0 { renewed.insert(watch) }
        guard watch < 0, path != "/", path != "." else { break }
        path =
          path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      }
    }
    for watch in watches.subtracting(renewed) { inotify_rm_watch(descriptor, watch) }
    watches = renewed
  }

  /// Whether a file has changed since the last time; an event alone may be about a neighbour.
  func hasChanged() -> Bool {
    let current = stateOf(paths)
    defer { state = current }
    return current != state
  }

  /// Reads all events.
  ///
  /// - Returns: Whether there was one.
  func takeEvents() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    var hasEvents = false
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      hasEvents = true
    }
    if hasEvents { renew() }
    return hasEvents
  }
}
