/// An error in the command line or in the policy file: exit status 2.
package struct UsageError: Error, Equatable {
  /// What is wrong, in one line without a full stop.
  package var message: String
  /// Similar names or suggested fixes; a line each.
  package var hints: [String]
  /// The command whose help to refer to; nil for the help of the program.
  package var command: String?
  /// The operand that caused the error, if any.
  package var operand: String?

  package init(
    _ message: String, hints: [String] = [], command: String? = nil, operand: String? = nil
  ) {
    self.message = message
    self.hints = hints
    self.command = command
    self.operand = operand
  }

  /// The error as printed: the message, the hints, and a reference to the help.
  package func lines(for program: Program) -> [String] {
    let help = command.map { "\(program.help) \($0)" } ?? program.help
    return ["\(program.name): \(message)"] + (hints + ["see `\(help)`"]).map { "  \($0)" }
  }
}
