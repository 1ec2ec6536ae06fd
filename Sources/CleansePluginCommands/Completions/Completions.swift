import CleanseSupport

/// What can replace the last word of a command line.
struct Completions: Equatable {
  /// A word, and what it means.
  struct Candidate: Equatable {
    let word: String
    var summary = ""
  }

  /// What the shell adds itself.
  enum Directive: String {
    /// The names of files.
    case files
    /// The names of directories.
    case directories
    /// No space after the word, as more has to follow.
    case nospace
  }

  var candidates: [Candidate] = []
  var directives: [Directive] = []

  static let files = Completions(directives: [.files])
  static let directories = Completions(directives: [.directories])

  static func + (left: Completions, right: Completions) -> Completions {
    Completions(
      candidates: left.candidates + right.candidates,
      directives: left.directives + right.directives.filter { !left.directives.contains($0) })
  }

  /// The candidates that begin with a text.
  func beginning(with text: String) -> Completions {
    var copy = self
    copy.candidates = candidates.filter { $0.word.hasPrefix(text) }
    return copy
  }

  /// The completions of a word that begins with a text of its own, such as `--format=`.
  func following(_ text: String) -> Completions {
    var copy = self
    copy.candidates = candidates.map { Candidate(word: text + $0.word, summary: $0.summary) }
    return copy
  }

  /// The lines for the scripts: the directives, each after a colon, and the candidates, with the summary after a tab.
  var text: String {
    directives.map { ":\($0.rawValue)\n" }.joined()
      + candidates.map { candidate in
        let line =
          candidate.summary.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.summary)"
        // The tab is the only control character of a line.
        return line.split(separator: "\t", maxSplits: 1).map { PlainText.escaped(String($0)) }
          .joined(separator: "\t") + "\n"
      }.joined()
  }
}
