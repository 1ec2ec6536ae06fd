package import CleanseGraphAnalysis
import CleanseSupport

/// A request to compare with a baseline, or to update it.
package struct BaselineRequest {
  private let file: String
  /// The file to update; nil if it is only read. Its links are followed before a plugin runs, which could change them.
  private let target: FileTarget?
  private let command: String?
  /// The contents of the file; nil if the file does not exist yet and is to be written.
  private let baseline: FindingBaseline?

  /// Reads the file before any longer work starts; nil if no file is named.
  ///
  /// - Throws: A ``UsageError`` or a ``CommandFailure``, even if the file is to be updated: a file that is not a
  ///   baseline is never overwritten.
  package init?(_ file: String?, isUpdate: Bool, for command: String?) throws {
    self.command = command
    guard let file else {
      guard !isUpdate else {
        throw UsageError(
          "option --update-baseline requires --baseline FILE", command: command)
      }
      return nil
    }
    self.file = file
    do {
      baseline = try FindingBaseline.read(
        file, createdBy: "--update-baseline", for: command)
    } catch let error as UsageError {
      guard isUpdate else { throw error }
      baseline = nil
    }
    target =
      isUpdate ? try withDocument(DocumentFile.target(file), for: command) : nil
  }

  /// Compares the findings with the baseline, and updates the file if requested.
  ///
  /// - Parameters:
  ///   - findings: All findings of the run.
  ///   - application: The name of what the run checked.
  ///   - plugins: The identifiers of the plugins that it found, if any.
  /// - Throws: A ``UsageError`` for the baseline of another application or other plugins, or a
  ///   ``CommandFailure``.
  package func comparison(
    with findings: [IdentifiedFinding], application: String, plugins: [String] = []
  ) throws -> BaselineResult {
    try baseline?.check(application: application, plugins: plugins, file: file, for: command)
    if let target {
      let updated = FindingBaseline(
        application: application, plugins: plugins, findings: findings)
      try withDocument(
        DocumentFile.replace(target, with: updated.contents(of: file), name: file), for: command)
    }
    return BaselineResult(findings, to: baseline, file: file, isUpdate: target != nil)
  }
}
