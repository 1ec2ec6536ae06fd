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
}
