import Glibc

/// What a symbol is called in its own language.
enum DemangledName {
  /// The declaration that a Swift symbol stands for; any other symbol as it is.
  static func of(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") else { return symbol }
    // Safety: the runtime reads the null-terminated name and returns text that the caller frees.
    return unsafe symbol.withCString { name in
      guard
        let text = unsafe demangle(name, UInt(strlen(name)), nil, nil, 0)
      else { return symbol }
      defer { unsafe free(text) }
      return unsafe String(cString: text)
    }
  }

  @_silgen_name("swift_demangle")
  private static func demangle(
    _ name: UnsafePointer<CChar>, _ count: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?
}
