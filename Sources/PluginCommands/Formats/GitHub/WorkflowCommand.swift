import CleanseSupport

/// A command to the runner of GitHub Actions, which it reads from a line of the job's output.
struct WorkflowCommand {
  /// How the annotation weighs.
  enum Kind: String {
    case notice, warning, error
  }

  /// A file as the repository has it, and a line of it.
  struct Place: Hashable {
    let file: String
    let line: Int?
  }

  let kind: Kind
  let title: String
  /// May have several lines.
  let message: String
  let place: Place?

  /// The command: `::error file=a.swift,line=3,title=code::message`.
  var line: String {
    let properties =
      [
        place.map { ("file", PlainText.escaped($0.file)) },
        place?.line.map { ("line", "\($0)") }, ("title", title),
      ].compactMap { $0 }
    let text = properties.map { "\($0.0)=\(Self.escaped(property: $0.1))" }.joined(separator: ",")
    return "::\(kind.rawValue) \(text)::\(Self.escaped(message))"
  }

  /// What ends a line is escaped, and what escapes. The runner takes back exactly that.
  static func escaped(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A"], in: text)
  }

  /// In a property also what ends it.
  static func escaped(property: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"], in: property)
  }

  private static func replacing(_ escapes: [Unicode.Scalar: String], in text: String) -> String {
    // By scalars, as a carriage return and a newline are one character.
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
