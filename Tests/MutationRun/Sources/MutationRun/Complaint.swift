/// An error in the host's handling of mutants.
enum Complaint: CustomStringConvertible {
  case signal(Int32)
  case status(Int32)
  case hang
  case strays(Int)
  case noDocument
  case silent(file: String)
  /// Another plugin, which is sound, gets a status other than that without the mutants.
  case blames(plugin: String, status: String)
  /// Two commands report different statuses for a mutant.
  case disagrees(file: String, first: String, second: String)

  /// The error of one run of the host.
  ///
  /// - Parameter files: The files that the answer has to name.
  /// - Returns: Nil if there is no error.
  init?(about outcome: TimedProcess.Outcome, answer: Answer?, files: [String]) {
    if outcome.isOverdue {
      self = .hang
    } else if let signal = outcome.signal {
      self = .signal(signal)
    } else if let status = outcome.status, status > 1 {
      self = .status(status)
    } else if !outcome.strays.isEmpty {
      self = .strays(outcome.strays.count)
    } else if let answer {
      guard let silent = files.first(where: { answer.statuses[$0] == nil }) else { return nil }
      self = .silent(file: silent)
    } else {
      self = .noDocument
    }
  }

  var description: String {
    switch self {
    case .signal(let number): "the host was ended by signal \(number)"
    case .status(let number): "the host ended with status \(number)"
    case .hang: "the host hangs"
    case .strays(let count): "the host left processes behind: \(count)"
    case .noDocument: "the host's answer is not a document"
    case .silent(let file): "the host's answer does not name \(file)"
    case .blames(let name, let status): "the host reports `\(status)` for \(name), which is sound"
    case .disagrees(let file, let first, let second):
      "the host reports `\(first)` for \(file), and then `\(second)`"
    }
  }
}
