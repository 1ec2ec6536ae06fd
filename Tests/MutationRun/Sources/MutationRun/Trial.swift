/// The results of all commands for the same mutants.
struct Trial {
  /// A complaint about a command.
  struct Problem {
    let complaint: Complaint
    let command: HostCommand
    /// The host's standard error.
    let errors: String

    var description: String {
      "host \(command.arguments.joined(separator: " ")): \(complaint)"
    }
  }

  /// Nil if there is no problem.
  var problem: Problem?
  /// The final status of each mutant.
  var statuses: [String] = []
  /// Whether each mutant can be used, according to the first and the last command.
  var isUsable: [Bool] = []
  /// The numbers of the mutants whose results differ when the host does not use its cache.
  var unsteady: [Int] = []
}
