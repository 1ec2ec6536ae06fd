import CleanseSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A result for programs: a JSON document that names its schema.
package protocol ReportDocument: Encodable {
  /// The name and version of the schema, such as `cleanse-list/1`. The version increases when an existing
  /// member changes its meaning, but not for a new member.
  var schema: String { get }
}

/// Encodes documents deterministically: equal results have equal bytes.
package enum JSONOutput {
  /// Returns the document with sorted keys and a trailing newline.
  ///
  /// Characters that act on a terminal are escaped beyond what JSON requires, which parsers don't notice.
  package static func text(of document: some Encodable) throws -> String {
    try encode(document, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns the document as one line, for a stream of documents.
  package static func line(of document: some Encodable) throws -> String {
    try encode(document, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func encode(
    _ document: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return safe(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }

  /// Escapes characters that act on a terminal in a JSON text.
  package static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if needsEscape(scalar) {
        // They occur only in strings, where a character beyond the basic plane is a surrogate pair.
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
