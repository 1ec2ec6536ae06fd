import CleansePluginHost
import CleanseSupport

/// The files that a validation depends on, as they were at one time.
struct WatchedPaths: Equatable {
  /// The plugin directories, and the files of the settings, whether they exist or not.
  let paths: [String]
  private let states: [FilePath: PathState]

  init(_ paths: [String]) {
    self.paths = paths
    let paths = paths.map { FilePath($0) }
    states = Dictionary(
      paths.map { ($0, PathState(directory: $0)) } + paths.flatMap(Self.contents),
      uniquingKeysWith: { _, last in last })
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
