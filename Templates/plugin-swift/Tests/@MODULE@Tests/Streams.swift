import CleansePlugin
import Synchronization

/// Keeps what a command writes.
final class TextSink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func write(_ bytes: borrowing Span<UInt8>) throws {
    let copy = bytes.withUnsafeBufferPointer(Array.init)
    self.bytes.withLock { $0 += copy }
  }
}

/// An empty input.
struct NoInput: ByteSource {
  func read(into block: inout OutputSpan<UInt8>) throws {}
}
