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
    if !bytes.allSatisfy({ $0 < 0x80 }) { throw notASCII() }
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
    var last = position + 1
    while last < bytes.count, bytes[last].isIdentifierPart { last += 1 }
    return try take(upTo: last, "name")
  }

  /// Consumes a word up to an offset.
  mutating func take(upTo last: Int, _ kind: String) throws(CSignatureError) -> CWord {
    guard last - position <= CSignatureLimits.name else {
      throw failure("the \(kind) is longer than \(CSignatureLimits.name) bytes")
    }
    let text = String(decoding: bytes[position..<last], as: UTF8.self)
    let word = CWord(text: text, offset: position)
    advance(to: last)
    return word
  }

  /// Consumes a particular word. Returns whether it is present.
  mutating func takeWord(_ text: String) throws(CSignatureError) -> Bool {
    guard current == text.utf8.first else { return false }
    let start = (position, end)
    guard let word = try takeWord() else { return false }
    if word.text == text { return true }
    (position, end) = start
    return false
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

/// An identifier or a key, with its offset in the text.
struct CWord {
  let text: String
  let offset: Int
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
