import CleanseGraph
import CleanseSupport

/// Maps the files of findings to paths relative to a directory, which are equal on all machines with the same
/// files there.
///
/// Input paths come from plugins and may be arbitrary. No result contains `..` or an empty component.
final class SourcePaths {
  /// The absolute path of the directory.
  private let root: FilePath
  private var known: [SourceLocation: String] = [:]

  /// Paths with more components than this are not searched for.
  private static let partLimit = 64

  /// - Parameter root: An absolute path.
  init(root: String) {
    self.root = FilePath.root.appending(contentsOf: Self.parts(of: FilePath(root)))
  }

  private init(_ root: FilePath) {
    self.root = root
  }

  /// The paths relative to the working directory.
  static func belowWorkingDirectory() -> SourcePaths {
    SourcePaths((try? SystemPath.workingDirectory()) ?? .root)
  }

  /// The path of the directory, with a trailing slash.
  var directory: String { root.appending("").text }

  /// The path of a source: relative to the directory if it is inside; else the longest suffix of the path
  /// that is a file in the directory, for sources that were built elsewhere; else `Module/File.swift`.
  func path(of location: SourceLocation) -> String {
    if let path = known[location] { return path }
    let path =
      below(FilePath(location.path)) ?? longestEnd(of: location)
      ?? Self.joined(Self.parts(of: FilePath(location.file)))
    known[location] = path
    return path
  }

  /// The path of a plugin's file or of a directory of plugins: relative if it is inside the directory, else
  /// absolute.
  func path(ofFile file: String) -> String {
    let absolute = FilePath(file).from(root)
    return below(absolute)
      ?? FilePath.root.appending(contentsOf: Self.parts(of: absolute)).text
  }

  /// The relative path if the absolute path is inside the directory.
  private func below(_ path: FilePath) -> String? {
    guard path.isAbsolute else { return nil }
    let (parts, outer) = (Self.parts(of: path), root.components)
    guard parts.starts(with: outer) else { return nil }
    let rest = parts.dropFirst(outer.count)
    return rest.isEmpty ? "." : Self.joined(rest)
  }

  private func longestEnd(of location: SourceLocation) -> String? {
    let path = FilePath(location.path)
    let parts = Self.parts(of: path)
    guard parts.count <= Self.partLimit else { return nil }
    // A bare file name would match by accident, unless nothing else is known.
    let isAnywhere = path.isAbsolute || path == FilePath(location.file)
    let shortest = isAnywhere ? min(2, parts.count) : 1
    for start in parts.indices where parts.count - start >= shortest {
      let end = FilePath("").appending(contentsOf: parts[start...])
      if isFile(root.appending(end)) { return end.text }
    }
    return nil
  }

  private func isFile(_ path: FilePath) -> Bool {
    // The system would read the path only up to the null byte.
    guard !path.containsNull else { return false }
    var status = stat()
    return unsafe stat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The components of a path, with `.` removed and `..` resolved.
  private static func parts(of path: FilePath) -> [FilePath] {
    var parts: [FilePath] = []
    for part in path.components where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  private static func joined(_ parts: some Collection<FilePath>) -> String {
    parts.isEmpty ? "unknown" : FilePath("").appending(contentsOf: parts).text
  }
}
