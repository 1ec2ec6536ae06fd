import CleanseGraphAnalysis

/// The file format of keys and signatures: a line of words with single spaces between them, the first of which is the kind,
/// and comment lines that begin with `#`. No other space is accepted, so that a value has one spelling.
enum TrustText {
  /// The maximum size of a file, in bytes.
  static let sizeLimit = 4096

  /// A text with one comment.
  static func text(_ comment: String, _ line: String) -> [UInt8] {
    Array("# \(comment)\n\(line)\n".utf8)
  }

  /// Reads a file and converts the words after the first one to a value.
  ///
  /// - Parameters:
  ///   - kind: The required first word.
  ///   - name: The kind in messages, as in `a public key`.
  ///   - make: Converts the words; returns nil if they are invalid.
  static func read<Value>(
    _ path: String, _ kind: String, _ name: String, make: ([String]) -> Value?
  ) throws(DocumentError) -> Value {
    let bytes = try DocumentFile.read(path, limit: sizeLimit)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    let words = lines.first?.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 1, let words, words.first == kind,
      let value = make(Array(words.dropFirst()))
    else {
      throw DocumentError(path: path, message: "\(path) is not \(name)")
    }
    return value
  }
}
