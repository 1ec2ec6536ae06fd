/// Tests of the byte at an index; false if the index is outside of the text.
extension Span<UInt8> {
  func has(_ byte: UInt8, at index: Int) -> Bool {
    indices.contains(index) && self[index] == byte
  }

  func isDigit(at index: Int) -> Bool {
    indices.contains(index) && self[index].isDigit
  }

  func isHexDigit(at index: Int) -> Bool {
    indices.contains(index) && self[index].isHexDigit
  }

  func isWord(at index: Int) -> Bool {
    indices.contains(index) && self[index].isWord
  }
}
