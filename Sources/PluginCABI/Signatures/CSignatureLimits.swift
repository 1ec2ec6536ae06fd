/// How much a text may declare.
///
/// The numbers are far beyond what people write. They keep a text that a program went wrong over from
/// costing more than its message.
enum CSignatureLimits {
  /// Of a text, in bytes.
  static let text = 4096
  /// Of a name and of a key, in bytes.
  static let name = 255
  /// How many parameters C guarantees (C99 §5.2.4.1).
  static let parameters = 127
  static let fields = 64
  /// How many structures may lie in each other.
  static let depth = 16
  /// How many numbers a structure may have in all: fields in fields in fields are soon too many to
  /// be compared.
  static let scalars = 1024
}
