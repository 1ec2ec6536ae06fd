public import CleansePlugin
import Synchronization

/// A source that reads a text in blocks of a given size.
public final class MemorySource: ByteSource {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let blockSize: Int

  public init(_ text: String, blockSize: Int = .max) {
    rest = Mutex(Array(text.utf8)[...])
    self.blockSize = blockSize
  }

  public func read(into block: inout OutputSpan<UInt8>) throws {
    let count = min(block.freeCapacity, blockSize)
    let next = rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    for byte in next { block.append(byte) }
  }
}
