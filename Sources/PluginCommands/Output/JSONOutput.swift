import CleanseSupport
import FoundationEssentials

/// A result that a program reads: one document that names its own shape.
protocol JSONDocument: Encodable {
  /// The name and version of the shape, as in `cleanse-list/1`. The version grows when something
  /// that exists changes its meaning; a new key leaves it as it is.
  var schema: String { get }
}

/// Writes documents so that equal results are equal bytes.
enum JSONOutput {
  /// The document with sorted keys and a newline at its end.
  ///
  /// Characters that act on a terminal are escaped beyond what JSON asks for; to a parser the
  /// document is the same.
  static func text(of document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return safe(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }

  /// A text of JSON without characters that act on a terminal.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if needsEscape(scalar) {
        // They stand in strings only, where one beyond the basic plane is a surrogate pair.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          let zeros = String(repeating: "0", count: 4 - digits.count)
          result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
        }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && PlainText.acts(scalar)
  }
}
