import CleanseSupport

/// The environment variables of this process when it was started, which is when the dynamic linker read them; the present ones
/// in a system without `/proc`.
struct StartVariables {
  /// The variables, each as `NAME=value`; nil if they are not known.
  private let entries: [ArraySlice<UInt8>]?

  init() {
    entries = SystemPath.bytes(of: "/proc/self/environ")?.split(separator: 0)
  }

  /// The value of a variable; nil if there was none.
  func value(of name: String) -> [UInt8]? {
    guard let entries else {
      return unsafe getenv(name).map {
        unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
    }
    let prefix = Array("\(name)=".utf8)
    return entries.first { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
  }
}
