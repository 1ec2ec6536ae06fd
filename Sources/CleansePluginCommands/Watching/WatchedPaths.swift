import CleansePluginHost
import CleanseSupport

/// The files that a validation depends on, as they were at one time.
struct WatchedPaths: Equatable {
  /// The plugin directories, and the files of the settings, whether they exist or not.
  private(set) var paths: [String] = []
  private var states: [FilePath: PathState] = [:]

  init(_ paths: [String]) {
    add(paths)
  }

  /// Adds further files, as they are now.
  mutating func add(_ further: [String]) {
    let added = further.filter { !paths.contains($0) }.distinct()
    paths += added
    let files = added.map { FilePath($0) }
    let found = Dictionary(
      files.map { ($0, PathState(directory: $0)) } + files.flatMap(Self.contents),
      uniquingKeysWith: { _, last in last })
    states.merge(found) { first, _ in first }
  }

  /// A short text that differs after any change.
  var digest: String {
    let lines = states.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription) \($0.value)" }
    return "\(ContentDigest(of: lines.joined(separator: "\n").utf8))"
  }

  /// How a file differs from an earlier time.
  enum Change: String {
    case added, changed, removed
  }

  /// The files that were added, changed or removed since, in the order of their paths.
  func changes(since earlier: WatchedPaths) -> [(path: String, change: Change)] {
    let paths = Set(states.keys).union(earlier.states.keys)
      .filter { states[$0] != earlier.states[$0] }.sorted()
    return paths.map { path in
      let (before, after) = (earlier.states[path] ?? .absent, states[path] ?? .absent)
      return (path.text, before == .absent ? .added : after == .absent ? .removed : .changed)
    }
  }

  /// A file itself, or what is in a directory.
  private static func contents(of path: FilePath) -> [(FilePath, PathState)] {
    guard QueryOperands.isDirectory(path.text) else { return [(path, PathState(path))] }
    // The last one is the directory itself.
    return PathState.entries(of: path).dropLast().map { ($0.path, $0.state) }
  }
}
