import CleansePlugin
import CleanseSupport
import Glibc
import Synchronization

/// Writes to an open file, pipe or terminal.
///
/// It does not own the descriptor: whoever opened it closes it, after the last write. It remembers
/// the first write that failed, because a command that swallows the error must not make the
/// program end as if its output had been taken.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let name: String
  private let firstFailure = Mutex<StreamError?>(nil)

  /// - Parameters:
  ///   - descriptor: What to write to.
  ///   - name: What errors call the stream, as in `standard output`.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The first write that the system refused, if any.
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
        case .failure(let error): throw remembered(error)
        }
      }
    }
  }

  private func remembered(_ error: SystemError) -> StreamError {
    let failure = StreamError(
      number: error.number, description: "can't write to \(name): \(error)",
      isClosedByReader: error.number == EPIPE)
    firstFailure.withLock { $0 = $0 ?? failure }
    return failure
  }
}
