/// The text of a key or a signature: one line of words, the first of which tells what it is, and lines
/// of comments that begin with `#`.
enum TrustText {
  /// The largest file that is read, in bytes.
  static let sizeLimit = 4096

  /// A text with one comment.
  static func text(_ comment: String, _ line: String) -> [UInt8] {
    Array("# \(comment)\n\(line)\n".utf8)
  }

  /// The words behind the first one.
  ///
  /// - Parameters:
  ///   - kind: What the first word has to be.
  ///   - name: What such a file is called, as in `a public key`.
  ///   - make: Makes something of the words; nothing if they are not right.
  static func read<Value>(
    _ path: String, _ kind: String, _ name: String, make: ([String]) -> Value?
  ) throws(DocumentError) -> Value {
    let bytes = try DocumentFile.read(path, limit: sizeLimit)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    let words = lines.first?.split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 1, let words, words.first == kind,
      let value = make(Array(words.dropFirst()))
    else {
      throw DocumentError(path: path, message: "\(path) is not \(name)")
    }
    return value
  }
}
