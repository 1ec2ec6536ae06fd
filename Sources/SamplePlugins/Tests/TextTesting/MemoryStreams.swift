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

extension Command {
  /// Runs the command on a text.
  ///
  /// - Returns: The status and the output.
  /// - Throws: The error of the command.
  public func run(
    _ arguments: String..., on text: String = "", blockSize: Int = .max
  ) async throws -> (status: Int32, output: String) {
    let output = MemorySink()
    let streams = CommandStreams(
      input: MemorySource(text, blockSize: blockSize), output: output, error: MemorySink())
    let status = try await run(arguments: arguments, streams: streams)
    return (status, output.text)
  }
}
