internal import CleanseSupport

/// Texts that C hands over: a pointer to UTF-8 with a terminating null.
package enum CText {
  /// A message, up to the longest that is kept. Nothing for a null pointer.
  package static func message(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    let limit = PluginBinder.messageLimit
    let count = unsafe CMemory.length(of: text, limit: limit + 1)
    let kept = unsafe String(
      decoding: UnsafeRawBufferPointer(start: text, count: min(count, limit)), as: UTF8.self)
    return kept + (count > limit ? "…" : "")
  }

  /// The bytes of a text, up to one more than a limit, so that whoever reads them can tell. Nothing for
  /// a null pointer.
  package static func bytes(_ text: UnsafePointer<CChar>?, limit: Int) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    let count = unsafe CMemory.length(of: text, limit: limit + 1)
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
  }
}
