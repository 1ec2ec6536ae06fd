/// The normalized spelling of words in the table.
enum TableWord {
  /// Returns the word in lower case without ASCII punctuation around it; nil if nothing else is left.
  static func spelling(of word: Span<UInt8>) -> String? {
    var start = 0
    var end = word.count
    while start < end, isPunctuation(word[start]) { start += 1 }
    while end > start, isPunctuation(word[end - 1]) { end -= 1 }
    guard start < end else { return nil }
    let core = word.extracting(start..<end)
    var all: UInt8 = 0
    for index in core.indices { all |= core[index] }
    return unsafe core.withUnsafeBufferPointer { bytes in
      guard all < 0x80 else { return unsafe String(decoding: bytes, as: UTF8.self).lowercased() }
      return unsafe String(unsafeUninitializedCapacity: bytes.count) { text in
        for index in bytes.indices {
          let isCapital = unsafe bytes[index] &- 0x41 < 26
          unsafe text.initializeElement(
            at: index, to: isCapital ? bytes[index] | 0x20 : bytes[index])
        }
        return bytes.count
      }
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
