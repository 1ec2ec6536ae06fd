import CleansePlugin
import CleanseSupport
import Glibc

/// The destination of a result: standard output, a file that is written completely or not at all, or a pipe or
/// device.
struct OutputFile: Hashable, Sendable {
  /// The name in errors.
  let name: String
  /// Nil for standard output.
  private let target: FileTarget?

  /// Standard output.
  static let standardOutput = OutputFile(name: "standard output", target: nil)

  private init(name: String, target: FileTarget?) {
    (self.name, self.target) = (name, target)
  }

  /// Creates the destination for a value of `--output`; `-` and nil are standard output.
  ///
  /// - Throws: A ``HostFailure`` if it is already known that the file can't be written.
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

  /// Names of standard output. They are not opened, since descriptor 1 is redirected while plugins may print.
  private static let namesOfStandardOutput: Set = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  var isStandardOutput: Bool { target == nil }

  /// Two destinations are equal if they are the same file, regardless of their names.
  static func == (left: OutputFile, right: OutputFile) -> Bool { left.target == right.target }

  func hash(into hasher: inout Hasher) {
    hasher.combine(target)
  }

  /// Writes one result.
  func write(_ text: String, in context: CommandContext) throws {
    try Self.write([(self, text)], in: context)
  }

  /// Writes several results of one run. All files are first written under temporary names, and renamed only
  /// when all are complete. Streams are written last.
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
          // The reader closed the pipe on purpose.
          guard error.number == EPIPE else { throw error }
        }
      }
    }
  }

  /// A draft of the file with the complete text; nil for a stream.
  private func draft(_ text: String) throws(HostFailure) -> FileDraft? {
    guard let target else { return nil }
    return try naming { () throws(SystemError) in try target.draft(Array(text.utf8)) }
  }

  private func putInPlace(_ draft: FileDraft?) throws(HostFailure) {
    guard let draft, let target else { return }
    try naming { () throws(SystemError) in try target.putInPlace(draft) }
  }

  /// Runs a body of system calls, and names the file in its error.
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
  /// Creates the failure for a file that can't be written.
  init(_ error: FileTargetError) {
    self.init(error.description, hints: error.fix.map { [$0] } ?? [])
  }
}

extension Option {
  /// The option of every command whose result can be written to a file.
  static let output = Option(
    "output", placeholder: "FILE", "Write to FILE instead of standard output")
}
