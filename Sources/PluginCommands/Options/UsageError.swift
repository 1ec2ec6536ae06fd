/// The command line, or the policy file, asks for something that the program does not understand: exit
/// status 2.
struct UsageError: Error, Equatable {
  /// What is wrong, in one line without a full stop.
  var message: String
  /// What may have been meant, or what to do about it; a line each.
  var hints: [String]
  /// The command whose help tells more; nothing for the program's own help.
  var command: String?
  /// The operand that is at fault, where it is one.
  var operand: String?

  init(
    _ message: String, hints: [String] = [], command: String? = nil, operand: String? = nil
  ) {
    self.message = message
    self.hints = hints
    self.command = command
    self.operand = operand
  }

  /// The error as it is told: the message, the hints, and where to read on.
  var lines: [String] {
    let help = command.map { "host help \($0)" } ?? "host help"
    return ["host: \(message)"] + (hints + ["`\(help)` tells more"]).map { "  \($0)" }
  }
}
