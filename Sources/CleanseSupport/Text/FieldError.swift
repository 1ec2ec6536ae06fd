/// Why a document or a part of one can't be used: a text that is no JSON, a member that is not what it should be,
/// or a value such as a version.
public struct FieldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the member at fault, such as `version`, `authors[1]` or `requires.org.x`; nil when
  /// the text as a whole is at fault.
  public var field: String?
  /// What is wrong with it and, where that is not plain, what would be right.
  public var message: String
  /// The line of the text, counted from one; nil when the value did not come from a text.
  public var line: Int?

  /// An error; the field and the line are left out where there is none.
  public init(field: String? = nil, message: String, line: Int? = nil) {
    self.field = field
    self.message = message
    self.line = line
  }

  /// The field and the message. The line is left to whoever knows the name of the file.
  public var description: String {
    guard let field else { return message }
    return "field `\(field)`: \(message)"
  }
}

extension FieldError {
  /// The same error as found in a member of something larger.
  package func inside(_ parent: String) -> FieldError {
    guard let field else { return FieldError(field: parent, message: message, line: line) }
    let separator = field.hasPrefix("[") ? "" : "."
    return FieldError(field: parent + separator + field, message: message, line: line)
  }
}
