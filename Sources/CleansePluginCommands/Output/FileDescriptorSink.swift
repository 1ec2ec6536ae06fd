import CleansePlugin
import CleanseSupport
import Synchronization

/// Writes to an open file, pipe or terminal.
///
/// It does not own the descriptor: the code that opened it closes it after the last write. It stores the
/// first failed write, because the program must not exit successfully after a command has swallowed the
/// error.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let name: String
  private let firstFailure = Mutex<StreamError?>(nil)

  /// - Parameters:
  ///   - descriptor: The descriptor to write to.
  ///   - name: The name of the stream in errors, such as `standard output`.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The error of the first write that failed, if any.
  var failure: StreamError? {
    firstFailure.withLock { $0 }
  }

  func write(_ bytes: borrowing Span<UInt8>) throws {
    try unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        switch retryingInterrupts({ unsafe Glibc.write(descriptor, part.baseAddress, part.count) })
        {
        case .success(let count): unsafe rest = unsafe rest.dropFirst(count)
        case .failure(let error): throw recorded(error)
        }
      }
    }
  }

  private func recorded(_ error: SystemError) -> StreamError {
    let failure = StreamError(
      number: error.number, description: "can't write to \(name): \(error)",
      isClosedByReader: error.number == EPIPE)
    firstFailure.withLock { $0 = $0 ?? failure }
    return failure
  }
}
