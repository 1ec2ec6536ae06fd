import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// The operands of a command that queries the combined graph: directories, followed by the subjects of the
/// query.
struct QueryOperands {
  let path: PluginPath
  /// The subjects of the query; at least one.
  let subjects: [String]
  /// What messages call a subject.
  private let noun: String

  /// Takes the last operand as the subject.
  ///
  /// - Parameter noun: What messages call the subject, as in `the name of a key`.
  /// - Throws: A ``UsageError`` if there is no operand.
  init(
    _ arguments: ParsedArguments, of command: String, noun: String, in context: CommandContext
  ) throws(UsageError) {
    let operands = arguments.allOperands
    try self.init(
      directories: operands.dropLast(), subjects: operands.suffix(1), of: command, noun: noun,
      in: context)
  }

  /// - Parameter subjects: The subjects. Without directories, a subject that is the path of a plugin selects
  ///   the plugin's directory.
  init(
    directories: some Collection<String>, subjects: some Collection<String>,
    of command: String, noun: String, in context: CommandContext
  ) throws(UsageError) {
    guard !subjects.isEmpty else {
      throw UsageError("`host \(command)` requires \(noun)", command: command)
    }
    let named = directories.isEmpty ? subjects.compactMap { PluginName($0).directory } : []
    path = PluginPath(
      operands: directories.isEmpty ? named : Array(directories),
      policy: context.policy)
    self.subjects = Array(subjects)
    self.noun = noun
  }

  /// Returns the combination of the plugins of the directories.
  ///
  /// - Throws: A ``CommandFailure`` if there is no graph, or a ``UsageError``. The latter has a hint if a
  ///   subject may have been meant as a directory.
  func combination(
    for command: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> CombinedGraph {
    let combination = try hinting {
      try CombinedGraph(of: path, for: command, arguments, in: context)
    }
    guard combination.isComplete else {
      context.report(combination.findings)
      throw CommandFailure("the plugins can't be combined, so there is no graph")
    }
    return combination
  }

  /// Runs the body, and adds a hint to its usage errors if a subject may have been meant as a directory.
  func hinting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as UsageError {
      throw hinted(error)
    }
  }

  /// Adds a hint if a subject may have been meant as a directory: `host why plugins` lacks the key after the
  /// directory, and the first of several subjects may be a directory that does not exist.
  func hinted(_ error: UsageError) -> UsageError {
    let suspect =
      subjects.first(where: Self.isDirectory) ?? (subjects.count > 1 ? subjects.first : nil)
    guard path.origin != .arguments, let subject = suspect else { return error }
    var error = error
    error.hints.append("`\(subject)` was interpreted as \(noun)")
    return error
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
