import CleansePlugin
import CleanseSupport

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

  func read(into block: inout OutputSpan<UInt8>) throws {
    let result = unsafe block.withUnsafeMutableBufferPointer { bytes, count in
      let free = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...])
      let result = retryingInterrupts {
        unsafe Glibc.read(descriptor, free.baseAddress, free.count)
      }
      if case .success(let read) = result { count += read }
      return result
    }
    if case .failure(let error) = result {
      throw StreamError(
        number: error.number, description: "can't read \(name): \(error)", isClosedByReader: false)
    }
  }
}
