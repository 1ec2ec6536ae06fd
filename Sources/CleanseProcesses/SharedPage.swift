import CCleanseProbe
package import Glibc

/// Memory shared by a program and the process that watches it.
// Safety: it is unmapped only by its last user, and what C does with it is atomic or done by one process alone.
@safe package struct SharedPage: @unchecked Sendable {
  private let page: OpaquePointer

  package init() throws(SystemCallError) {
    guard let page = unsafe cprobe_page_create() else { throw SystemCallError("mmap") }
    unsafe self.page = unsafe page
  }

  /// Unmaps the page in this process; it must not be used afterwards.
  package func release() {
    unsafe cprobe_page_release(page)
  }

  /// Stores the program's description of itself; a document that is too large is dropped.
  package func setDocument(_ bytes: [UInt8]) {
    _ = unsafe cprobe_page_set_document(page, bytes, bytes.count)
  }

  package var document: [UInt8] {
    var count = 0
    let bytes = unsafe cprobe_page_document(page, &count)
    // In bounds: the C code limits the count to the size of the buffer.
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The part of the crash report that has been written so far.
  package var crash: [UInt8] {
    var count = 0
    let bytes = unsafe cprobe_page_crash(page, &count)
    // In bounds, as above.
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Whether a crash report has begun. One with the signal 0 is that of an exit.
  package var hasCrash: Bool { crash.first.map { $0 != UInt8(ascii: "0") } ?? false }

  /// Sets the status that the program ends with; the calling thread is the one that ends it.
  package func setStatus(_ status: Int32) {
    unsafe cprobe_page_set_status(page, status)
  }

  /// The status that the program ends with, and the thread that ends it; nil as long as it is not set.
  package var status: (status: Int32, thread: pid_t)? {
    var thread: Int32 = 0
    let status = unsafe cprobe_page_status(page, &thread)
    return status < 0 ? nil : (status, thread)
  }

  /// Writes crash reports of this process to the page.
  package func takeCrashes() throws(SystemCallError) {
    guard unsafe cprobe_page_take_crashes(page) == 0 else { throw SystemCallError("sigaction") }
  }
}
