import CleanseSupport

/// A GitHub Actions workflow command, which the runner reads from a line of the job's output.
struct WorkflowCommand {
  /// The level of an annotation.
  enum Kind: String {
    case notice, warning, error
  }

  /// A file path in the repository, and a line.
  struct Location: Hashable {
    let file: String
    let line: Int?
  }

  let kind: Kind
  let title: String
  /// May have several lines.
  let message: String
  let location: Location?

  /// The command: `::error file=a.swift,line=3,title=code::message`.
  var line: String {
    let properties =
      [
        location.map { ("file", PlainText.escaped($0.file)) },
        location?.line.map { ("line", "\($0)") }, ("title", title),
      ].compactMap { $0 }
    let text = properties.map { "\($0.0)=\(Self.escaped(property: $0.1))" }.joined(separator: ",")
    return "::\(kind.rawValue) \(text)::\(Self.escaped(message))"
  }

  /// Escapes line breaks and the escape character, exactly those that the runner unescapes.
  static func escaped(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A"], in: text)
  }

  /// Escapes a property, in which `:` and `,` are also special.
  static func escaped(property: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"], in: property)
  }

  private static func replacing(_ escapes: [Unicode.Scalar: String], in text: String) -> String {
    // By scalars, since a carriage return followed by a newline is one character.
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
