import CleansePluginHost

/// What a command line wants of a baseline.
struct BaselineRequest {
  private let file: String
  private let isUpdate: Bool
  private let command: String
  /// What the file holds; nothing where there is none yet, and one is to be written.
  private let baseline: FindingBaseline?

  /// Reads the file, ahead of all that takes longer; nothing where none is named.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure``. Also where a file is to be written: what is no
  ///   baseline is never replaced by one.
  init?(_ file: String?, isUpdate: Bool, for command: String) throws {
    self.isUpdate = isUpdate
    self.command = command
    guard let file else {
      guard !isUpdate else {
        throw UsageError(
          "--update-baseline does not say which file", hints: ["--baseline FILE names it"],
          command: command)
      }
      return nil
    }
    self.file = file
    do {
      baseline = try FindingBaseline.read(file, for: command)
    } catch let error as UsageError {
      guard isUpdate else { throw error }
      baseline = nil
    }
  }

  /// The findings beside those of the file, which is written if it is to be.
  ///
  /// - Throws: A ``UsageError`` for a baseline of something else, or a ``HostFailure``.
  func comparison(with combination: Combination) throws -> BaselineResult {
    try baseline?.check(against: combination, file: file, for: command)
    if isUpdate {
      try withDocument(for: command) { () throws(DocumentError) in
        try FindingBaseline(of: combination).write(to: file)
      }
    }
    return BaselineResult(combination, to: baseline, file: file, isUpdate: isUpdate)
  }
}
