import CleansePlugin
import CleanseSupervision
import Synchronization

/// The stream for the messages of a command in a worker process: lines of the supervisor's log. Standard error is that of the
/// plugins.
final class WorkerErrors: ByteSink {
  private let worker: SupervisedWorker
  /// The beginning of a line.
  private let rest = Mutex<[UInt8]>([])

  init(_ worker: SupervisedWorker) {
    self.worker = worker
  }

  func write(_ bytes: borrowing Span<UInt8>) {
    let added = [UInt8](capacity: bytes.count) { added in
      for index in bytes.indices { added.append(bytes[index]) }
    }
    let lines = rest.withLock { rest in
      var lines = (rest + added).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = Array(lines.removeLast())
      return lines.map { String(decoding: $0, as: UTF8.self) }
    }
    worker.log(LogRecord(.startFailed, lines))
  }
}
