/// Writes values as JSON (RFC 8259), which ``JSONParser`` and `JSONDecoder` read.
///
/// `JSONEncoder` casts each type to protocols of its own. After a library was loaded, Swift's runtime searches the conformances
/// of all loaded libraries again for each such cast, which costs the process of a plugin more than writing all of its result.
///
/// Everything is written at once, so a container ends as soon as its parent gets another value.
package final class JSONWriter {
  /// An object or array that is being written.
  private struct Level {
    let end: UInt8
    var isEmpty = true
  }

  private var bytes: [UInt8] = []
  /// From the outermost one to that which is being written.
  private var levels: [Level] = []
  /// The position of the value that was begun last.
  private var start = 0
  /// Whether a container was used after its end.
  private var isMisused = false

  private init() {}

  /// The text of a value.
  ///
  /// - Throws: An `EncodingError` for a number that JSON lacks, or if the type uses a container after its end.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let writer = JSONWriter()
    try writer.write(value, at: 0)
    writer.end(to: 0)
    guard !writer.isMisused else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "a container is used after its end"))
    }
    return writer.bytes
  }

  /// Writes a value.
  ///
  /// - Parameter depth: The number of objects and arrays around it.
  func write(_ value: some Encodable, at depth: Int) throws {
    try value.encode(to: JSONValueEncoder(writer: self, depth: depth))
  }

  /// Begins an object, unless the value at that depth has begun one: a type can write its members with several containers.
  ///
  /// - Returns: The depth of its members.
  func beginObject(at depth: Int) -> Int { begin("{", end: "}", at: depth) }

  /// Begins an array, unless the value at that depth has begun one.
  ///
  /// - Returns: The depth of its elements.
  func beginArray(at depth: Int) -> Int { begin("[", end: "]", at: depth) }

  private func begin(_ start: Unicode.Scalar, end: Unicode.Scalar, at depth: Int) -> Int {
    let end = UInt8(ascii: end)
    if depth < levels.count, levels[depth].end == end {
      self.end(to: depth + 1)
    } else {
      if levels.count != depth { isMisused = true }
      bytes.append(UInt8(ascii: start))
      levels.append(Level(end: end))
    }
    return depth + 1
  }

  /// Begins an element of an array, or the key of a member.
  func beginElement(at depth: Int) {
    end(to: depth)
    guard let last = levels.indices.last else { return }
    if !levels[last].isEmpty { bytes.append(UInt8(ascii: ",")) }
    levels[last].isEmpty = false
    start = bytes.count
  }

  /// Begins a member of an object.
  func beginMember(_ key: some CodingKey, at depth: Int) {
    beginElement(at: depth)
    write(key.stringValue)
    bytes.append(UInt8(ascii: ":"))
    start = bytes.count
  }

  /// Ends the value that was begun last, and the objects and arrays that are deeper.
  private func end(to depth: Int) {
    // A type without properties encodes nothing.
    if bytes.count == start { bytes += "{}".utf8 }
    if levels.count < depth { isMisused = true }
    while levels.count > depth, let level = levels.popLast() { bytes.append(level.end) }
  }

  /// Writes a number or a word.
  func write(word: String) {
    bytes += word.utf8
  }

  /// Writes a string in quotes. (RFC 8259 §7.)
  func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      // Most strings have no escapes.
      guard unsafe text.contains(where: Self.isEscaped) else { return unsafe bytes += text }
      unsafe text.forEach { write(character: $0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private func write(character byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x00...0x0F: bytes += "\\u000\(String(byte, radix: 16))".utf8
    case 0x10...0x1F: bytes += "\\u00\(String(byte, radix: 16))".utf8
    default: bytes.append(byte)
    }
  }
}
