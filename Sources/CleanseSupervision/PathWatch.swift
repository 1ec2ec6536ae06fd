import CleanseSupport

/// Watches files and folders for changes (inotify(7)).
///
/// It reports when the files have settled. Which file has changed, it finds by comparing states: an event alone may be about
/// a neighbour.
///
/// Where no events can be expected, it compares the states every second as well: on a file system whose files other machines
/// change, or if the system allows no further watches.
package final class PathWatch {
  // A file that is being written results in further events, so it does not settle before it is complete.
  private static let mask = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)
  /// After the first event, in nanoseconds.
  private static let longestNoise: UInt64 = 2_000_000_000
  private static let pollInterval: UInt64 = 1_000_000_000
  /// The number of changes in a minute: each has a new worker started, which reports what to watch in what state, and plugins
  /// in it can report anything.
  private static let mostChanges = 8
  private static let minute: UInt64 = 60_000_000_000
  /// The number of symbolic links that lead to one another. (path_resolution(7).)
  private static let mostLinks = 40

  /// Readable when there are events; negative if there will be none.
  package let descriptor: Int32
  /// When the state is to be compared; nil if there was no event since the last time.
  package private(set) var due: UInt64?
  /// Why the states are compared every second; nil if events suffice.
  package private(set) var pollingReason: String?
  /// Whether states are compared every second where no events can be expected.
  private let polls: Bool
  /// After the last event, in nanoseconds.
  private let quietTime: UInt64
  private var firstEvent: UInt64?
  /// When the last changes were reported, in order.
  private var changes: [UInt64] = []
  private var paths: [String] = []
  /// What distinguishes files, and those in folders, from changed ones.
  private let stateOf: ([String]) -> String
  /// The state of the paths when it was read last.
  package private(set) var state = ""
  private var watches: Set<Int32> = []

  /// The name of the file system of a path if its files can change without events.
  private let remoteFileSystem: (String) -> String?
  private let startError: SystemError?

  /// - Parameters:
  ///   - polls: Whether states are compared every second where no events can be expected.
  ///   - quietTime: How long no event may follow before a file has settled, in nanoseconds.
  ///   - remoteFileSystem: The name of the file system of a path if its files can change without events.
  ///   - stateOf: What distinguishes files, and those in folders, from changed ones.
  package init(
    polls: Bool = true, quietTime: UInt64 = 200_000_000,
    remoteFileSystem: @escaping (String) -> String? = RemoteFileSystem.name,
    stateOf: @escaping ([String]) -> String
  ) {
    (self.polls, self.quietTime) = (polls, quietTime)
    (self.remoteFileSystem, self.stateOf) = (remoteFileSystem, stateOf)
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    startError = descriptor < 0 ? .last : nil
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches these paths from now on.
  ///
  /// - Parameter state: The state of the paths when they were read.
  package func watch(_ paths: [String], in state: String, now: UInt64) {
    (self.paths, self.state) = (paths, state)
    renew()
    // They may have changed since.
    noteEvent(now)
  }

  /// Takes all events.
  ///
  /// - Returns: Whether a file has changed, and none has for a while.
  package func hasChanged(now: UInt64) -> Bool {
    if takeEvents() {
      renew()
      noteEvent(now)
    }
    guard let due, due <= now else { return false }
    firstEvent = nil
    let current = stateOf(paths)
    let hasChanged = current != state
    state = current
    if hasChanged { changes = changes.suffix(Self.mostChanges - 1) + [now] }
    self.due = polls && pollingReason != nil ? notTooSoon(now + Self.pollInterval) : nil
    return hasChanged
  }

  /// The state of the paths at this time.
  package func currentState() -> String { stateOf(paths) }

  /// The state that events have shown; that at this time if there was one, or none can be expected.
  func recentState() -> String {
    pollingReason == nil && due == nil ? state : currentState()
  }

  private func noteEvent(_ now: UInt64) {
    let first = firstEvent ?? now
    firstEvent = first
    due = notTooSoon(min(now + quietTime, first + Self.longestNoise))
  }

  private func notTooSoon(_ time: UInt64) -> UInt64 {
    guard changes.count == Self.mostChanges, let first = changes.first else { return time }
    return max(time, first + Self.minute)
  }

  /// Adds the watches again: a folder, or a link on the way to it, may have been replaced.
  private func renew() {
    var renewed: Set<Int32> = []
    let places = Set(paths.flatMap { Self.places(of: FilePath($0)) }).sorted()
    pollingReason = startError.map { "the system gives no events: \($0)" }
    for place in places where startError == nil {
      let watch = unsafe inotify_add_watch(descriptor, place.cString, Self.mask)
      if watch >= 0 {
        renewed.insert(watch)
      } else if errno != ENOENT {
        pollingReason = "\(place) can't be watched: \(SystemError.last)"
      }
    }
    for place in places where pollingReason == nil {
      pollingReason = remoteFileSystem(place.text).map {
        "\(place) is on \($0), which other machines can change without events"
      }
    }
    for watch in watches.subtracting(renewed) { inotify_rm_watch(descriptor, watch) }
    watches = renewed
  }

  /// The path, and the folders of all symbolic links that lead to it. A path that does not exist has the nearest folder that
  /// does.
  private static func places(of path: FilePath) -> [FilePath] {
    var places: [FilePath] = []
    var rest = path.components[...]
    var current: FilePath = path.isAbsolute ? .root : .working
    var links = 0
    while let name = rest.popFirst() {
      let next = current.appending(name)
      var status = stat()
      guard unsafe lstat(next.cString, &status) == 0 else { return places + [current] }
      guard status.st_mode & S_IFMT == S_IFLNK, links < mostLinks else {
        current = next
        continue
      }
      let target = SystemPath.target(ofLink: next) ?? ""
      links += 1
      places.append(current)
      if target.isAbsolute { current = .root }
      rest = target.components + rest
    }
    return places + [current]
  }

  /// Reads all events, and returns whether there was one.
  private func takeEvents() -> Bool {
    guard descriptor >= 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    var hasEvents = false
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return hasEvents }
      hasEvents = true
    }
  }
}
