import CleansePlugin
import CleanseSupport
import Glibc

/// Where a result goes: to standard output, into a file that is there as a whole or not at all, or to a pipe or a
/// device.
struct OutputFile: Hashable, Sendable {
  /// What errors call it.
  let name: String
  /// Nil for standard output.
  private let target: FileTarget?

  /// The standard output.
  static let standardOutput = OutputFile(name: "standard output", target: nil)

  private init(name: String, target: FileTarget?) {
    (self.name, self.target) = (name, target)
  }

  /// What the value of `--output` means: `-`, or none at all, is standard output.
  ///
  /// - Throws: A ``HostFailure`` where it is known before any work that nothing can be written there.
  init(_ path: String?) throws(HostFailure) {
    guard let path, !Self.namesOfStandardOutput.contains(path) else {
      self = .standardOutput
      return
    }
    do throws(FileTargetError) {
      self.init(name: path, target: try FileTarget(path))
    } catch {
      throw HostFailure(error)
    }
  }

  /// What else leads there. While plugins may print, descriptor 1 leads elsewhere.
  private static let namesOfStandardOutput: Set = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  var isStandardOutput: Bool { target == nil }

  /// Whatever they are called, equal ones are one file.
  static func == (left: OutputFile, right: OutputFile) -> Bool { left.target == right.target }

  func hash(into hasher: inout Hasher) {
    hasher.combine(target)
  }

  /// Writes one result.
  func write(_ text: String, in context: CommandContext) throws {
    try Self.write([(self, text)], in: context)
  }

  /// Writes several results of one run: every file first gets its text under another name, and only
  /// when all of them have theirs do they take their places. What goes to streams comes last.
  ///
  /// - Throws: A ``HostFailure``, or a `StreamError` of standard output.
  static func write(
    _ results: [(file: OutputFile, text: String)], in context: CommandContext
  ) throws {
    let drafts = try results.map { file, text in try file.draft(text) }
    for (result, draft) in zip(results, drafts) { try result.file.putInPlace(draft) }
    for (file, text) in results {
      guard let target = file.target else {
        try context.write(text)
        continue
      }
      try file.naming { () throws(SystemError) in
        do throws(SystemError) {
          try target.writeToStream(Array(text.utf8))
        } catch {
          // Who reads no further knows it.
          guard error.number == EPIPE else { throw error }
        }
      }
    }
  }

  /// A draft of the file, with all of its text; nothing for what is no file.
  private func draft(_ text: String) throws(HostFailure) -> FileDraft? {
    guard let target else { return nil }
    return try naming { () throws(SystemError) in try target.draft(Array(text.utf8)) }
  }

  private func putInPlace(_ draft: FileDraft?) throws(HostFailure) {
    guard let draft, let target else { return }
    try naming { () throws(SystemError) in try target.putInPlace(draft) }
  }

  /// Calls the system, and names the file in its error.
  private func naming<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(HostFailure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw HostFailure(FileTargetError(path: name, reason: .system(error)))
    }
  }
}

extension HostFailure {
  /// Where nothing can be written.
  init(_ error: FileTargetError) {
    self.init(error.description, hints: error.fix.map { [$0] } ?? [])
  }
}

extension Option {
  /// For every command whose result people keep.
  static let output = Option(
    "output", placeholder: "FILE", "Write to FILE instead of standard output")
}
