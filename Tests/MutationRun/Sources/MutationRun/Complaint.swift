/// What is wrong with how the host dealt with mutants.
enum Complaint: CustomStringConvertible {
  case signal(Int32)
  case status(Int32)
  case hang
  case slow(Duration)
  case strays(Int)
  case noDocument
  case silent(file: String)

  /// - Parameters:
  ///   - allowance: How long it may have taken.
  ///   - files: What the answer has to name.
  /// - Returns: Nothing where all is well.
  init?(
    about outcome: TimedProcess.Outcome, answer: Answer?, allowance: Duration, files: [String]
  ) {
    if outcome.isOverdue {
      self = .hang
    } else if let signal = outcome.signal {
      self = .signal(signal)
    } else if let status = outcome.status, status > 1 {
      self = .status(status)
    } else if !outcome.strays.isEmpty {
      self = .strays(outcome.strays.count)
    } else if let answer {
      if let silent = files.first(where: { answer.statuses[$0] == nil }) {
        self = .silent(file: silent)
      } else if outcome.duration > allowance {
        self = .slow(outcome.duration)
      } else {
        return nil
      }
    } else {
      self = .noDocument
    }
  }

  /// Whether nothing is wrong but the time that it took.
  var isSlowness: Bool {
    if case .slow = self { true } else { false }
  }

  var description: String {
    switch self {
    case .signal(let number): "the host was ended by signal \(number)"
    case .status(let number): "the host ended with status \(number)"
    case .hang: "the host hangs"
    case .slow(let duration): "the host took \(Int(duration / .milliseconds(1))) ms"
    case .strays(let count): "the host left processes behind: \(count)"
    case .noDocument: "the host's answer is no document"
    case .silent(let file): "the host's answer does not name \(file)"
    }
  }
}
