/// A name or a key in a text, by its position. It becomes a string only where it is kept, for speed: plugins declare
/// thousands of functions.
struct CWord {
  let offset: Int
  let count: Int
  let head: CWordHead
}

/// The first eight bytes of a word as a number, the first byte in its highest bits, and zeros after a shorter word. So the
/// order of numbers is that of words.
struct CWordHead {
  /// The largest number of bytes.
  static let limit = 8

  private(set) var number: UInt64 = 0
  private var shift: UInt64 = 64

  mutating func append(_ byte: UInt8) {
    guard shift > 0 else { return }
    shift -= 8
    number |= UInt64(byte) &<< shift
  }
}

/// Values of short words.
struct CWordTable<Value: Sendable>: Sendable {
  /// The words as numbers, sorted, and their values in the same order.
  private let words: [UInt64]
  private let values: [Value]

  /// - Precondition: No word is longer than ``CWordHead/limit``.
  init(_ values: [String: Value]) {
    let entries = values.map { word, value in
      precondition(word.utf8.count <= CWordHead.limit, "a word is too long for the table")
      var head = CWordHead()
      for byte in word.utf8 { head.append(byte) }
      return (number: head.number, value: value)
    }.sorted { $0.number < $1.number }
    words = entries.map(\.number)
    self.values = entries.map(\.value)
  }

  /// The value of a word; nil for a word that is not in the table.
  subscript(word: CWord) -> Value? {
    guard word.count <= CWordHead.limit else { return nil }
    let number = word.head.number
    var start = 0
    var count = words.count
    while count > 0 {
      let half = count >> 1
      if words[start + half] < number {
        start += half + 1
        count -= half + 1
      } else {
        count = half
      }
    }
    return start < words.count && words[start] == number ? values[start] : nil
  }
}
