public import CleansePlugin
import Synchronization

/// A sink that keeps the bytes written to it, or fails like a pipe without a reader.
public final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])
  private let isClosed: Bool

  public init(isClosed: Bool = false) {
    self.isClosed = isClosed
  }

  public var text: String {
    String(decoding: bytes.withLock { $0 }, as: UTF8.self)
  }

  public func write(_ bytes: borrowing Span<UInt8>) throws {
    if isClosed { throw StreamError(number: 32, description: "closed", isClosedByReader: true) }
    let copy = bytes.withUnsafeBufferPointer(Array.init)
    self.bytes.withLock { $0 += copy }
  }
}
