/// An error in the command line or in the policy file: exit status 2.
struct UsageError: Error, Equatable {
  /// What is wrong, in one line without a full stop.
  var message: String
  /// Similar names or suggested fixes; a line each.
  var hints: [String]
  /// The command whose help to refer to; nil for the help of the program.
  var command: String?
  /// The operand that caused the error, if any.
  var operand: String?

  init(
    _ message: String, hints: [String] = [], command: String? = nil, operand: String? = nil
  ) {
    self.message = message
    self.hints = hints
    self.command = command
    self.operand = operand
  }

  /// The error as printed: the message, the hints, and a reference to the help.
  var lines: [String] {
    let help = command.map { "host help \($0)" } ?? "host help"
    return ["host: \(message)"] + (hints + ["see `\(help)`"]).map { "  \($0)" }
  }
}
