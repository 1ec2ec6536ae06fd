import CleanseGraph
import CleanseSupport

/// Maps the files of findings to paths relative to a directory, which are equal on all machines with the same
/// files there.
///
/// Input paths come from plugins and may be arbitrary. No result contains `..` or an empty component.
final class SourcePaths {
  /// The absolute path of the directory, without a trailing slash; empty for `/`.
  private let root: String
  private var known: [SourceLocation: String] = [:]

  /// Paths with more components than this are not searched for.
  private static let partLimit = 64

  /// - Parameter root: An absolute path.
  init(root: String) {
    let parts = Self.parts(of: root)
    self.root = parts.map { "/\($0)" }.joined()
  }

  /// The paths relative to the working directory.
  static func belowWorkingDirectory() -> SourcePaths {
    guard let directory = unsafe getcwd(nil, 0) else { return SourcePaths(root: "/") }
    defer { unsafe CMemory.free(directory) }
    return unsafe SourcePaths(root: String(cString: directory))
  }

  /// The path of the directory, with a trailing slash.
  var directory: String { "\(root)/" }

  /// The path of a source: relative to the directory if it is inside; else the longest suffix of the path
  /// that is a file in the directory, for sources that were built elsewhere; else `Module/File.swift`.
  func path(of location: SourceLocation) -> String {
    if let path = known[location] { return path }
    let path =
      below(location.path) ?? longestEnd(of: location)
      ?? Self.joined(Self.parts(of: location.file))
    known[location] = path
    return path
  }

  /// The path of a plugin's file or of a directory of plugins: relative if it is inside the directory, else
  /// absolute.
  func path(ofFile file: String) -> String {
    let absolute = file.hasPrefix("/") ? file : "\(root)/\(file)"
    return below(absolute) ?? "/" + Self.parts(of: absolute).joined(separator: "/")
  }

  /// The relative path if the absolute path is inside the directory.
  private func below(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let resolved = Self.parts(of: path).map { "/\($0)" }.joined()
    guard resolved != root else { return "." }
    guard resolved.hasPrefix(root + "/") else { return nil }
    return String(resolved.dropFirst(root.count + 1))
  }

  private func longestEnd(of location: SourceLocation) -> String? {
    let parts = Self.parts(of: location.path)
    guard parts.count <= Self.partLimit else { return nil }
    // A bare file name would match by accident, unless nothing else is known.
    let isAnywhere = location.path.hasPrefix("/") || location.path == location.file
    let shortest = isAnywhere ? min(2, parts.count) : 1
    for start in parts.indices where parts.count - start >= shortest {
      let end = parts[start...].joined(separator: "/")
      if isFile("\(root)/\(end)") { return end }
    }
    return nil
  }

  private func isFile(_ path: String) -> Bool {
    // The system would read the path only up to the null byte.
    guard !path.utf8.contains(0) else { return false }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The components of a path, with `.` removed and `..` resolved.
  private static func parts(of path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  private static func joined(_ parts: [Substring]) -> String {
    parts.isEmpty ? "unknown" : parts.joined(separator: "/")
  }
}
