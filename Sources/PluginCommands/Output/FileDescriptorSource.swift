import CleansePlugin
import CleanseSupport
import Glibc

/// Reads from an open file, pipe or terminal.
///
/// It does not own the descriptor: the code that opened it closes it after the last read.
struct FileDescriptorSource: ByteSource {
  private let descriptor: Int32
  private let name: String

  /// - Parameters:
  ///   - descriptor: The descriptor to read from.
  ///   - name: The name of the stream in errors, such as `standard input`.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func read(into buffer: inout [UInt8], limit: Int) throws {
    let limit = max(1, limit)
    if buffer.count > limit {
      buffer.removeLast(buffer.count - limit)
    } else if buffer.count < limit {
      buffer.append(contentsOf: repeatElement(0, count: limit - buffer.count))
    }
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingInterrupts { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
    switch result {
    case .success(let count):
      buffer.removeLast(limit - count)
    case .failure(let error):
      buffer.removeAll(keepingCapacity: true)
      throw StreamError(
        number: error.number, description: "can't read \(name): \(error)", isClosedByReader: false)
    }
  }
}
