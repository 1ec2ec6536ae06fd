import CleansePluginHost
import Glibc

/// The operands of a command that asks about something in the combined graph: directories, and
/// behind them what is asked about.
struct QuestionOperands {
  let path: PluginPath
  /// What is asked about; at least one.
  let subjects: [String]
  /// What a subject is called.
  private let noun: String

  /// The last operand is what is asked about.
  ///
  /// - Parameter noun: What that is called, as in `the name of a key`.
  /// - Throws: A ``UsageError`` where there is none.
  init(
    _ arguments: ParsedArguments, asking command: String, for noun: String,
    in context: CommandContext
  ) throws(UsageError) {
    let operands = arguments.allOperands
    try self.init(
      directories: operands.dropLast(), subjects: operands.suffix(1), asking: command, for: noun,
      in: context)
  }

  /// - Parameter subjects: What is asked about. Where there are no directories, one that is a path to a
  ///   plugin names its directory.
  init(
    directories: some Collection<String>, subjects: some Collection<String>,
    asking command: String, for noun: String, in context: CommandContext
  ) throws(UsageError) {
    guard !subjects.isEmpty else {
      throw UsageError("`host \(command)` needs \(noun)", command: command)
    }
    let named = directories.isEmpty ? subjects.compactMap { PluginName($0).directory } : []
    path = PluginPath(
      operands: directories.isEmpty ? named : Array(directories),
      policy: context.policy)
    self.subjects = Array(subjects)
    self.noun = noun
  }

  /// What the plugins of the directories come to.
  ///
  /// - Throws: A ``UsageError`` that tells what was taken for what is asked about, where that may have
  ///   been meant as a directory.
  func combination(
    for command: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> Combination {
    let combination = try hinting {
      try Combination(of: path, for: command, arguments, in: context)
    }
    guard combination.combined.isComplete else {
      context.tell(combination.findings)
      throw HostFailure("the plugins can't be brought together, so there is no graph to look at")
    }
    return combination
  }

  /// Does something with the subjects, and tells of a mistake in that what was taken for them.
  func hinting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as UsageError {
      throw hinted(error)
    }
  }

  /// Adds to a mistake what was taken for what is asked about, where that may have been meant as a
  /// directory: `host why plugins` names one where a key was meant to follow, and the first of
  /// several may be one that isn't there.
  func hinted(_ error: UsageError) -> UsageError {
    let taken =
      subjects.first(where: Self.isDirectory) ?? (subjects.count > 1 ? subjects.first : nil)
    guard path.origin != .arguments, let subject = taken else { return error }
    var error = error
    error.hints.append("`\(subject)` was taken for \(noun)")
    return error
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
