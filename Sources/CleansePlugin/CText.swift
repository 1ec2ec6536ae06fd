internal import CleanseSupport

/// Conversion of C strings: pointers to null-terminated UTF-8.
package enum CText {
  /// Returns a message, truncated to the message limit; nil for a null pointer.
  package static func message(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    let limit = PluginBinder.messageLimit
    let count = unsafe CMemory.length(of: text, limit: limit + 1)
    let kept = unsafe String(
      decoding: UnsafeRawBufferPointer(start: text, count: min(count, limit)), as: UTF8.self)
    return kept + (count > limit ? "…" : "")
  }

  /// Returns the bytes of a text, up to one more than a limit, so that the caller can detect a longer text;
  /// nil for a null pointer.
  package static func bytes(_ text: UnsafePointer<CChar>?, limit: Int) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    let count = unsafe CMemory.length(of: text, limit: limit + 1)
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
  }
}
