/// The limits of declaration texts.
///
/// They are far beyond what people write, and bound the cost of parsing a corrupt text.
enum CSignatureLimits {
  /// The maximum length of a text in bytes.
  static let text = 4096
  /// The maximum length of a name and of a key in bytes.
  static let name = 255
  /// The maximum number of parameters: the number that C guarantees (C99 §5.2.4.1).
  static let parameters = 127
  /// The maximum number of fields of a structure.
  static let fields = 64
  /// The maximum depth of nested structures.
  static let depth = 16
  /// The maximum number of scalars in a structure, including those of nested structures, which can grow
  /// exponentially.
  static let scalars = 1024
}
