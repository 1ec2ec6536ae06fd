import CleanseGraph
import Glibc

/// Finds what a result calls the files of findings: by their paths below a directory, which are the
/// same on every machine that has the same files there.
///
/// Paths come from plugins and may be anything. No result has a step to a directory above or an empty
/// one in it.
final class SourcePaths {
  /// The directory, as an absolute path without a slash at its end; empty for `/`.
  private let root: String
  private var known: [SourceLocation: String] = [:]

  /// A path with more parts than this is not looked for.
  private static let partLimit = 64

  /// - Parameter root: An absolute path.
  init(root: String) {
    let parts = Self.parts(of: root)
    self.root = parts.map { "/\($0)" }.joined()
  }

  /// Those below the directory that the program was started in.
  static func belowWorkingDirectory() -> SourcePaths {
    guard let directory = unsafe getcwd(nil, 0) else { return SourcePaths(root: "/") }
    defer { unsafe free(directory) }
    return unsafe SourcePaths(root: String(cString: directory))
  }

  /// The directory with a slash at its end.
  var directory: String { "\(root)/" }

  /// The path of a source: from the directory where it lies below; else the longest end of the path
  /// that is a file there, as one builds elsewhere what one has here; else `Module/File.swift`.
  func path(of location: SourceLocation) -> String {
    if let path = known[location] { return path }
    let path =
      below(location.path) ?? longestEnd(of: location.path)
      ?? Self.joined(Self.parts(of: location.file))
    known[location] = path
    return path
  }

  /// The path of a plugin's file, or of a directory of plugins: from the directory where it lies
  /// below, else as an absolute one.
  func path(ofFile file: String) -> String {
    let absolute = file.hasPrefix("/") ? file : "\(root)/\(file)"
    return below(absolute) ?? "/" + Self.parts(of: absolute).joined(separator: "/")
  }

  /// The path from the directory, where the absolute path lies below it.
  private func below(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let resolved = Self.parts(of: path).map { "/\($0)" }.joined()
    guard resolved != root else { return "." }
    guard resolved.hasPrefix(root + "/") else { return nil }
    return String(resolved.dropFirst(root.count + 1))
  }

  private func longestEnd(of path: String) -> String? {
    let parts = Self.parts(of: path)
    guard parts.count <= Self.partLimit else { return nil }
    // The name of a file alone would be found too easily, unless it is all that is known.
    let shortest = path.hasPrefix("/") ? 2 : 1
    for start in parts.indices where parts.count - start >= shortest {
      let end = parts[start...].joined(separator: "/")
      if isFile("\(root)/\(end)") { return end }
    }
    return nil
  }

  private func isFile(_ path: String) -> Bool {
    // The system would see what is before the null alone.
    guard !path.utf8.contains(0) else { return false }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The names in a path, without what leads nowhere and what leads upwards.
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
