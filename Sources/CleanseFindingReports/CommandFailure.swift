/// The program could not do its own work: exit status 3.
package struct CommandFailure: Error, Equatable {
  /// What failed and why, in one line without a full stop.
  package var message: String
  /// Suggested fixes; a line each.
  package var hints: [String]

  package init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }

  /// The failure as printed.
  package func lines(for program: Program) -> [String] {
    ["\(program.name): \(message)"] + hints.map { "  \($0)" }
  }
}
