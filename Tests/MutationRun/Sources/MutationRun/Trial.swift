/// What came of all commands for the same mutants.
struct Trial {
  /// A complaint, and the command that it is about.
  struct Problem {
    let complaint: Complaint
    let command: HostCommand
    /// What the host wrote to standard error.
    let errors: String

    var description: String {
      "host \(command.arguments.joined(separator: " ")): \(complaint)"
    }
  }

  /// Nil where all is well.
  var problem: Problem?
  /// What the host says of each mutant in the end.
  var statuses: [String] = []
  /// Whether each can be used, by the first and by the last command.
  var isUsable: [Bool] = []
  /// The numbers of those that it says different things of when it finds out again.
  var unsteady: [Int] = []
}
