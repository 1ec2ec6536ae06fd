import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// One side of a comparison, as the command line names it.
///
/// Each operand of `host diff` is loaded into a `CombinedGraph`, or read as a `PluginLock` if one of the two is a lock file, which
/// has no graph. `DiffReport` compares the sides: the plugins by their locks, the graphs by `BindingComparison`, and the
/// findings by their identities.
struct DiffOperand {
  /// The kind of an operand.
  enum Kind: String, Sendable, Encodable {
    /// A directory of plugins.
    case directory
    /// A lock file, as `host lock` writes it.
    case lock
    /// Any other regular file, which is read as a graph file.
    case graph
  }

  let path: String
  let kind: Kind
  private let command: String

  /// Determines the kind of an operand.
  ///
  /// - Throws: A ``UsageError`` if it is nothing that can be compared, or a ``CommandFailure``.
  init(_ path: String, for command: String) throws {
    self.path = path
    self.command = command
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let error = SystemError.last
      guard error.number != ENOENT else {
        throw UsageError(
          "there is no \(path.isEmpty ? "\"\"" : path)",
          hints: ["name a directory of plugins, a graph file or a lock file"], command: command)
      }
      throw CommandFailure("can't read \(path): \(error)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = .directory
    case S_IFREG: kind = try Self.isLock(path, size: Int(status.st_size)) ? .lock : .graph
    default:
      throw UsageError(
        "\(path) is neither a directory nor a regular file",
        hints: ["name a directory of plugins, a graph file or a lock file"], command: command)
    }
  }

  /// Loads the plugins and the graph of a directory or a graph file.
  ///
  /// - Throws: A ``UsageError`` or a ``CommandFailure``.
  func load(_ arguments: ParsedArguments, in context: CommandContext) throws -> CombinedGraph {
    guard kind == .directory else {
      return try withDocument(
        CombinedGraph(
          linking: [GraphDocument(contentsOf: path)], judgement: context.policy.judgement,
          serviceLoader: context.serviceLoader), for: command)
    }
    return try CombinedGraph(of: pluginPath, for: command, arguments, in: context)
  }

  /// Returns the plugins alone, for a comparison with a lock file. No code of a plugin runs.
  ///
  /// - Throws: A ``UsageError`` or a ``CommandFailure``.
  func lock(_ arguments: ParsedArguments, in context: CommandContext) throws -> PluginLock {
    switch kind {
    case .lock:
      return try PluginLock.read(path, createdBy: "host lock", for: command)
    case .directory:
      let (lock, findings) = try pluginPath.lock(context.policy, for: command)
      context.report(findings)
      return lock
    case .graph:
      return PluginLock(of: try load(arguments, in: context).plugins)
    }
  }

  private var pluginPath: PluginPath { PluginPath(operands: [path], policy: Policy()) }
}

extension DiffOperand {
  /// Whether the start or the end of a file contains the schema of a lock file. `host lock` sorts the keys,
  /// so the schema comes last; a hand-written file may start with it.
  private static func isLock(_ path: String, size: Int) throws(CommandFailure) -> Bool {
    // `O_NONBLOCK` avoids waiting for a writer if the file has been replaced by a pipe.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw CommandFailure("can't read \(path): \(SystemError.last)") }
    defer { close(descriptor) }
    let mark = Array("\"cleanse-lock/".utf8)
    return [0, max(0, size - checkedSize)].contains { offset in
      var bytes = [UInt8](repeating: 0, count: checkedSize)
      let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(offset))
      return bytes.prefix(max(0, count)).firstRange(of: mark) != nil
    }
  }

  /// The number of bytes that are checked at each end.
  private static let checkedSize = 4096
}
