import CCleansePlugin
import Glibc

/// What a C function is given to tell that it failed.
struct CErrorTable {
  // Safety: C gets a pointer to the first member, and a member that comes first lies at the
  // beginning.
  private var table: cleanse_error
  private var message: String?

  /// How many bytes of a message are kept.
  private static let limit = 1 << 16

  private init() {
    table = cleanse_error(
      size: MemoryLayout<cleanse_error>.size,
      fail: { error, message in
        guard let error else { return }
        UnsafeMutableRawPointer(error).withMemoryRebound(to: CErrorTable.self, capacity: 1) {
          $0.pointee.add(message)
        }
      }, failed: 0)
  }

  private mutating func add(_ text: UnsafePointer<CChar>?) {
    table.failed = 1
    guard message == nil else { return }
    guard let text else {
      message = "failed without a message"
      return
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, Self.limit))
    message = String(decoding: bytes, as: UTF8.self)
  }

  /// Calls a C function, and returns its result with the message when it failed.
  static func collecting<Result>(
    _ body: (UnsafeMutablePointer<cleanse_error>) -> Result
  ) -> (Result, String?) {
    var table = CErrorTable()
    let result = withUnsafeMutablePointer(to: &table) {
      UnsafeMutableRawPointer($0).withMemoryRebound(to: cleanse_error.self, capacity: 1, body)
    }
    return (result, table.message)
  }
}
