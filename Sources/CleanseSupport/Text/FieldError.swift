/// An error in a document or in a part of one: a text that is not JSON, a member of the wrong type, or an invalid
/// value such as a malformed version.
public struct FieldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the invalid member, such as `version`, `authors[1]` or `requires.org.x`; nil when
  /// the text as a whole is invalid.
  public var field: String?
  /// What is wrong and, where that is not obvious, what is expected.
  public var message: String
  /// The line of the text, counted from one; nil when the value did not come from a text.
  public var line: Int?

  /// Creates an error.
  public init(field: String? = nil, message: String, line: Int? = nil) {
    self.field = field
    self.message = message
    self.line = line
  }

  /// The field and the message. The caller, which knows the name of the file, adds the line.
  public var description: String {
    guard let field else { return message }
    return "field `\(field)`" + (isPredicate ? " " : ": ") + message
  }
}

extension FieldError {
  /// The description as a clause after a colon, which has a subject: `it is empty`.
  package var clause: String {
    field == nil && isPredicate ? "it \(message)" : description
  }

  /// Whether the message is the predicate of a sentence, as in `is empty`.
  private var isPredicate: Bool {
    ["is ", "has ", "must ", "begins ", "ends "].contains(where: message.hasPrefix)
  }

  /// The same error with the name of the enclosing member added to its path.
  package func inside(_ parent: String) -> FieldError {
    guard let field else { return FieldError(field: parent, message: message, line: line) }
    let separator = field.hasPrefix("[") ? "" : "."
    return FieldError(field: parent + separator + field, message: message, line: line)
  }
}
