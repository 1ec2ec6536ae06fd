import CleanseSupport

/// Writes paths as URIs (RFC 3986).
enum URIReference {
  /// Returns a `file` URI (RFC 8089) for an absolute path, and a relative reference for a relative one.
  static func of(path: String) -> String {
    let escaped = escaped(path)
    return FilePath(path).isAbsolute ? "file://\(escaped)" : escaped
  }

  /// Percent-encodes (2.1) every byte that a path segment may not contain (3.3), and colons, which would end
  /// a scheme in the first segment of a relative reference (4.2).
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
