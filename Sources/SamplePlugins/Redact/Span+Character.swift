/// Questions about a byte that may lie outside of the text; the answer is no then.
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
