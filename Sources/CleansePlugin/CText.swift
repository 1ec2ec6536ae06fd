internal import CleanseGraph
internal import CleanseSupport

/// Conversion of C strings: pointers to null-terminated UTF-8.
package enum CText {
  /// Returns a message, cut to the longest that is kept; nil for a null pointer.
  package static func message(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe Self.text(text, limit: Abbreviation.longestKept)
  }

  /// Returns a text, cut to a number of bytes; nil for a null pointer. No more is read.
  package static func text(_ text: UnsafePointer<CChar>?, limit: Int) -> String? {
    unsafe bytes(text, limit: limit).map { String(decoding: $0, as: UTF8.self).cut(to: limit) }
  }

  /// Returns the bytes of a text, up to one more than a limit, so that the caller can detect a longer text;
  /// nil for a null pointer.
  package static func bytes(_ text: UnsafePointer<CChar>?, limit: Int) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    var bytes: [UInt8] = []
    unsafe read(text, limit: limit, into: &bytes)
    return bytes
  }

  /// Replaces an array by the bytes of a text, up to one more than a limit.
  package static func read(_ text: UnsafePointer<CChar>, limit: Int, into bytes: inout [UInt8]) {
    let count = unsafe CMemory.length(of: text, limit: limit + 1)
    bytes.removeAll(keepingCapacity: true)
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: count))
  }
}
