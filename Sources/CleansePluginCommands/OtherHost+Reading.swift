import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

extension OtherHost {
  /// Reads the directories or the graph document that `--against` names.
  ///
  /// - Parameter paths: At least one; several have to be directories.
  /// - Throws: A ``UsageError`` for one that does not exist, and a ``CommandFailure`` for one that can't be used.
  init(_ paths: [String], for command: String, _ policy: Policy) throws {
    guard let document = try Self.document(among: paths, for: command) else {
      let directories = PluginPath(operands: paths, policy: policy)
      let files = try directories.reading(PluginDirectory.files(in: paths), for: command)
      do throws(Unreadable) {
        try self.init(files, in: paths)
      } catch {
        throw CommandFailure(
          "\(error.path) \(error.reason)",
          hints: ["copy the library again, or name another directory"])
      }
      return
    }
    guard let host = document.host else {
      throw CommandFailure(
        "\(document.path ?? "the document") does not describe a host",
        hints: ["generate it with `host graph --format json DIR`, without --graph"])
    }
    self.init(host, plugins: document.manifests)
  }

  /// Reads the only path if it is a file; nil for directories.
  private static func document(
    among paths: [String], for command: String
  ) throws -> GraphDocument? {
    var file: String?
    for path in paths {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        let error = SystemError(number: errno)
        throw UsageError(
          "option --against names \(path.quoted): \(error)",
          hints: ["name a graph file, or directories"], command: command)
      }
      if status.st_mode & S_IFMT != S_IFDIR { file = path }
    }
    guard let path = file else { return nil }
    guard paths.count == 1 else {
      throw UsageError(
        "option --against names a file, \(path.quoted), and other paths",
        hints: ["name one graph file, or directories"], command: command)
    }
    return try withDocument(GraphDocument(contentsOf: path), for: command)
  }
}

extension Option {
  static let against = Option(
    "against", placeholder: "PATH", "Compare with the host of a directory or graph file")
}
