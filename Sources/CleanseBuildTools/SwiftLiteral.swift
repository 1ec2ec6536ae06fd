internal import CleanseSupport

/// Literals in generated Swift code.
package enum SwiftLiteral {
  /// Returns a string literal whose value is the text, without interpolation. Only characters that a literal
  /// can't contain are escaped.
  package static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control:
        literal += scalar.escape
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns the bytes as little-endian 32-bit words, separated by commas, eight per line.
  package static func words(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 32).map { start in
      stride(from: start, to: min(start + 32, bytes.count), by: 4).map { position in
        let word = bytes[position..<min(position + 4, bytes.count)].reversed().reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
        return "0x" + String(word, radix: 16)
      }.joined(separator: ", ")
    }.joined(separator: ",\n  ")
  }
}
