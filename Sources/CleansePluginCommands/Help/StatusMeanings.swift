import CleanseFindingReports

/// What the exit statuses of a command mean, for its help and its manual page: clauses in lower case.
struct StatusMeanings {
  /// What 0 means.
  var success = "no problem was found"
  /// What 1 means; nil if the command has no such result.
  var findings: String? = "problems were found"
  /// What 3 means, besides that the program itself failed.
  var failure: String?
  /// What 4 means; nil if the command has no such result.
  var outdated: String?

  /// The meanings for commands that either do what they are for or can't.
  static let work = StatusMeanings(success: "it is done", findings: nil)

  /// Each status with its meaning.
  ///
  /// - Parameter readsPolicy: Whether the command reads the policy file.
  func list(readsPolicy: Bool) -> [(status: ExitStatus, meaning: String)] {
    let usage =
      readsPolicy ? "the command line, or host.json, is wrong" : "the command line is wrong"
    let failure = ["the program itself failed", failure].compactMap(\.self)
      .joined(separator: ", or ")
    let all: [(ExitStatus, String?)] = [
      (.success, success), (.findings, findings), (.usage, usage), (.failure, failure),
      (.outdated, outdated),
    ]
    return all.compactMap { status, meaning in meaning.map { (status, $0) } }
  }
}
