package import CleanseSupport

/// The destination of a result: standard output, a file that is written completely or not at all, or a pipe or
/// device.
package struct OutputFile: Hashable, Sendable {
  /// The name in errors.
  package let name: String
  /// Nil for standard output.
  private let target: FileTarget?

  /// Standard output.
  package static let standardOutput = OutputFile(name: "standard output", target: nil)

  private init(name: String, target: FileTarget?) {
    (self.name, self.target) = (name, target)
  }

  /// Creates the destination for a value of `--output`; `-` and nil are standard output.
  ///
  /// - Throws: A ``CommandFailure`` if it is already known that the file can't be written.
  package init(_ path: String?) throws(CommandFailure) {
    guard let path, !Self.namesOfStandardOutput.contains(path) else {
      self = .standardOutput
      return
    }
    do throws(FileTargetError) {
      self.init(name: path, target: try FileTarget(path))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Names of standard output. They are not opened, since descriptor 1 is redirected while plugins may print.
  private static let namesOfStandardOutput: Set = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  package var isStandardOutput: Bool { target == nil }

  /// Two destinations are equal if they are the same file, regardless of their names.
  package static func == (left: OutputFile, right: OutputFile) -> Bool {
    left.target == right.target
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
  }

  /// Writes one result.
  ///
  /// - Parameter output: Writes to standard output.
  package func write(_ text: String, output: (String) throws -> Void) throws {
    try Self.write([(self, text)], output: output)
  }

  /// Writes several results of one run. All files are first written under temporary names, and renamed only
  /// when all are complete. Streams are written last.
  ///
  /// - Parameter output: Writes to standard output.
  /// - Throws: A ``CommandFailure``, or the error of standard output.
  package static func write(
    _ results: [(file: OutputFile, text: String)], output: (String) throws -> Void
  ) throws {
    let drafts = try results.map { file, text in try file.draft(text) }
    for (result, draft) in zip(results, drafts) { try result.file.putInPlace(draft) }
    for (file, text) in results {
      guard let target = file.target else {
        try output(text)
        continue
      }
      try file.naming(target.writeToOpenStream(Array(text.utf8)))
    }
  }

  /// A draft of the file with the complete text; nil for a stream.
  private func draft(_ text: String) throws(CommandFailure) -> FileDraft? {
    guard let target else { return nil }
    return try naming(target.draft(Array(text.utf8)))
  }

  private func putInPlace(_ draft: FileDraft?) throws(CommandFailure) {
    guard let draft, let target else { return }
    try naming(target.putInPlace(draft))
  }

  /// Returns the result of system calls, and names the file in their error.
  private func naming<Result>(
    _ value: @autoclosure () throws(SystemError) -> Result
  ) throws(CommandFailure) -> Result {
    try translating(value()) { (error: SystemError) in
      CommandFailure(FileTargetError(path: name, reason: .system(error)))
    }
  }
}

extension FileTarget {
  /// Writes to a stream. That its reader has closed it is no error, as the reader has done so on purpose.
  fileprivate func writeToOpenStream(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try writeToStream(bytes)
    } catch {
      guard error.number == EPIPE else { throw error }
    }
  }
}

extension CommandFailure {
  /// Creates the failure for a file that can't be written.
  package init(_ error: FileTargetError) {
    self.init(error.description, hints: error.fix.map { [$0] } ?? [])
  }
}

extension Option {
  /// The option of every command whose result can be written to a file.
  package static let output = Option(
    "output", placeholder: "FILE", "Write to FILE instead of standard output")
}
