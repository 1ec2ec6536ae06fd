import CleanseC
import CleanseSupport

/// A scanner that reads a declaration text token by token.
///
/// Between calls the position is at the start of a token or at the end of the text. Valid texts are ASCII,
/// which is checked once, so a byte is a character.
struct CSignatureReader {
  /// The kind of text, for messages.
  let subject: String
  let bytes: [UInt8]
  let structures: [String: CStructureType]
  private(set) var position = 0
  /// The end of the last token.
  private(set) var end = 0

  init(
    _ bytes: [UInt8], _ subject: String, _ structures: [String: CStructureType]
  ) throws(CSignatureError) {
    self.subject = subject
    self.structures = structures
    let limit = CSignatureLimits.text
    // The excerpt of a longer text needs one byte more.
    self.bytes = bytes.count <= limit ? bytes : Array(bytes[..<(limit + 1)])
    guard bytes.count <= limit else {
      throw failure("the \(subject) is longer than \(limit) bytes", at: limit)
    }
    // Without an end at the first such byte, several are compared at once.
    if bytes.reduce(0, |) >= 0x80 { throw notASCII() }
    skipSpace()
    guard position < bytes.count else { throw failure("the \(subject) is empty", at: 0) }
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Consumes a character and the white space after it. Returns whether it is present.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, Unicode.Scalar(bytes[position]) == character else { return false }
    advance(to: position + 1)
    return true
  }

  mutating func take(
    _ character: Unicode.Scalar, for purpose: String
  ) throws(CSignatureError) {
    guard take(character) else { throw unexpected(instead: "`\(character)` \(purpose)") }
  }

  /// Consumes an identifier; returns nil if there is none.
  mutating func takeWord() throws(CSignatureError) -> CWord? {
    guard let byte = current, byte.isIdentifierStart else { return nil }
    return try take("name", while: \.isIdentifierPart)
  }

  /// Consumes a word, which has at least one byte.
  mutating func take(
    _ kind: String, while isPart: (UInt8) -> Bool
  ) throws(CSignatureError) -> CWord {
    var head = CWordHead()
    var last = position
    repeat {
      head.append(bytes[last])
      last += 1
    } while last < bytes.count && isPart(bytes[last])
    guard last - position <= CSignatureLimits.name else {
      throw failure("the \(kind) is longer than \(CSignatureLimits.name) bytes")
    }
    let word = CWord(offset: position, count: last - position, head: head)
    advance(to: last)
    return word
  }

  /// The characters of a word.
  func text(_ word: CWord) -> String {
    String(decoding: bytes[word.offset..<word.offset + word.count], as: UTF8.self)
  }

  /// Consumes a particular word. Returns whether it is present.
  mutating func takeWord(_ text: String) throws(CSignatureError) -> Bool {
    guard isNext(text) else { return false }
    return try takeWord() != nil
  }

  /// Whether a particular word is the next token.
  func isNext(_ text: String) -> Bool {
    guard let first = text.utf8.first, current == first else { return false }
    let rest = bytes[position...]
    let last = position + text.utf8.count
    return rest.starts(with: text.utf8) && (last == bytes.count || !bytes[last].isIdentifierPart)
  }

  /// Throws unless the whole text has been read.
  func finish() throws(CSignatureError) {
    guard current == nil else { throw unexpected(instead: "the end of the \(subject)") }
  }

  private mutating func advance(to offset: Int) {
    position = offset
    end = offset
    skipSpace()
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }
}

extension UInt8 {
  /// Whether `isspace` accepts the byte in the locale "C".
  var isSpace: Bool { self == 0x20 || (9...13).contains(self) }

  var isIdentifierStart: Bool { isASCIILetter || self == UInt8(ascii: "_") }

  var isIdentifierPart: Bool { isASCIILetterOrDigit || self == UInt8(ascii: "_") }

  var isKeyPart: Bool {
    isIdentifierPart || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
