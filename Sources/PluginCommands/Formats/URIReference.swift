/// Writes paths as URIs (RFC 3986).
enum URIReference {
  /// An absolute path as a `file` URI (RFC 8089), another one as a relative reference.
  static func of(path: String) -> String {
    let escaped = escaped(path)
    return path.hasPrefix("/") ? "file://\(escaped)" : escaped
  }

  /// Every byte beyond those that a segment of a path may have (3.3) is percent-encoded (2.1). A colon,
  /// too: in the first segment of a relative reference it would end a scheme (4.2).
  private static func escaped(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      if allowed.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=@/".utf8)
}
