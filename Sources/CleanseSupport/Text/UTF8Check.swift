/// Validates UTF-8.
package enum UTF8Check {
  /// The offset of the first ill-formed byte, or nil if the bytes are well-formed UTF-8.
  package static func firstFault(in bytes: [UInt8]) -> Int? {
    // A fast path for ASCII, which nearly all texts are.
    if bytes.allSatisfy({ $0 < 0x80 }) { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
