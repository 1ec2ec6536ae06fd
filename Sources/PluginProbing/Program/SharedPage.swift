import CProbe
import Glibc

/// Memory that a program shares with the process that watches it.
// Safety: it is never unmapped, and what C does with it is atomic or done by one process alone.
@safe struct SharedPage: @unchecked Sendable {
  private let page: OpaquePointer

  init() throws(SystemCallError) {
    guard let page = unsafe cprobe_page_create() else { throw SystemCallError("mmap") }
    unsafe self.page = unsafe page
  }

  /// What the program says of itself; what has no room is left out.
  func setDocument(_ bytes: [UInt8]) {
    _ = unsafe cprobe_page_set_document(page, bytes, bytes.count)
  }

  var document: [UInt8] {
    var count = 0
    let bytes = unsafe cprobe_page_document(page, &count)
    // In bounds: C limits the count to the room that there is.
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// What the handler of a crash has written so far.
  var crash: [UInt8] {
    var count = 0
    let bytes = unsafe cprobe_page_crash(page, &count)
    // In bounds, likewise.
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Sets the status that the program ends with, on the calling thread.
  func setStatus(_ status: Int32) {
    unsafe cprobe_page_set_status(page, status)
  }

  /// The status that the program ends with, and the thread that ends it.
  var status: (status: Int32, thread: pid_t)? {
    var thread: Int32 = 0
    let status = unsafe cprobe_page_status(page, &thread)
    return status < 0 ? nil : (status, thread)
  }

  /// Reports crashes of this process here.
  func takeCrashes() throws(SystemCallError) {
    guard unsafe cprobe_page_take_crashes(page) == 0 else { throw SystemCallError("sigaction") }
  }
}
