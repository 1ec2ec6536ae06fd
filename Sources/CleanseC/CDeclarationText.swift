/// A declaration in C syntax that is being written.
///
/// Its bytes are in one array until it is complete: plugins declare thousands of functions, and each extension of a string
/// costs several times as much.
struct CDeclarationText: CustomStringConvertible {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(128)
  }

  var description: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func append(_ type: CType) {
    append(type.description)
  }

  /// Appends a word after a type, as in C: without a space between `*` and the name.
  mutating func appendWord(_ word: String) {
    if !word.isEmpty, bytes.last != UInt8(ascii: "*") { append(" ") }
    append(word)
  }

  /// Appends the name of a key, if it has one.
  mutating func appendName(_ name: String?) {
    guard let name else { return }
    append(" @")
    append(name)
  }
}
