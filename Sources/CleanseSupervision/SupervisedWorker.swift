package import CleanseSupport
import CCleanseProbe
package import CleansePluginProbing
import FoundationEssentials
import CleanseProcesses

/// The side of a worker process: its connection to the supervisor.
package final class SupervisedWorker: Sendable {
  /// What the worker does when the supervisor has an order.
  private struct Orders {
    var isStopped = false
    var onStop: (@Sendable () -> Void)?
    var onCheck: (@Sendable () -> Void)?
    var onAnswer: (@Sendable () -> Void)?
  }

  /// The copy of plugins that it uses.
  package let set: WorkerSet
  /// Watches the process for crashes.
  package let watch: ProgramWatch
  /// The end of a connection over which this process can be confined. It is to be closed before plugins are loaded.
  package let connection: Int32
  private let messages: Int32
  private let sockets: Int32
  /// Where the supervisor reads what this process prints. It is open here as well, so that printing is no error when the
  /// supervisor has ended.
  private let output: Int32
  private let orders = TrackedMutex(Orders())
  /// One request for a socket at a time.
  private let requesting = TrackedMutex(())
  private let sending = TrackedMutex(())

  init(
    set: WorkerSet, messages: Int32, sockets: Int32, output: Int32, connection: Int32,
    watch: ProgramWatch
  ) {
    (self.messages, self.sockets, self.output) = (messages, sockets, output)
    (self.set, self.connection) = (set, connection)
    self.watch = watch
  }

  /// Starts to receive orders, on a thread of its own. Call it when the process may have threads.
  ///
  /// - Parameters:
  ///   - patience: How long the process may take to end when the supervisor has ended.
  package func begin(endingWithin patience: Duration) throws(SystemError) {
    let thread = SystemThread.start { [self] in
      var buffer = LineBuffer()
      while let lines = buffer.lines(from: messages, blocking: true) {
        for order in lines.compactMap(SupervisorOrder.init(message:)) { receive(order) }
      }
      // The supervisor has ended.
      receive(.stop)
      let deadline = ContinuousClock.now + patience
      while .now < deadline { discardOutput() }
      // With the processes that plugins have started. What confines this process can forbid it, below Landlock 6.
      kill(0, SIGKILL)
      kill(getpid(), SIGKILL)
    }
    guard let thread else { throw SystemError(number: EAGAIN) }
    thread.detach()
  }

  /// Discards what this process prints, which nothing reads any more: otherwise, services would wait while they stop.
  private func discardOutput() {
    // There is none without /proc. poll(2) leaves it out.
    var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 100) > 0 else { return }
    let read = Descriptor.read(output, atMost: 1 << 16)
    // There is nothing to discard if plugins have closed the descriptors.
    if (try? read.get().isEmpty) ?? true { usleep(100_000) }
  }

  private func receive(_ order: SupervisorOrder) {
    switch order {
    case .stop:
      let action = orders.withLock { orders in
        defer { orders.isStopped = true }
        return orders.isStopped ? nil : orders.onStop
      }
      action?()
    case .check:
      orders.withLock { $0.onCheck }?()
    case .answer:
      orders.withLock { $0.onAnswer }?()
    }
  }

  /// Calls the function when the worker has to stop; immediately if it has to already.
  package func onStop(_ action: @escaping @Sendable () -> Void) {
    let isStopped = orders.withLock { orders in
      orders.onStop = action
      return orders.isStopped
    }
    if isStopped { action() }
  }

  /// Whether the supervisor has ordered the worker to stop.
  package var isStopped: Bool { orders.withLock { $0.isStopped } }

  /// Calls the function for each order to run the health checks.
  package func onCheck(_ action: @escaping @Sendable () -> Void) {
    orders.withLock { $0.onCheck = action }
  }

  /// Calls the function for each order to answer.
  package func onAnswer(_ action: @escaping @Sendable () -> Void) {
    orders.withLock { $0.onAnswer = action }
  }

  /// Reports to the supervisor. If that has ended, so does the worker, soon.
  package func report(_ report: WorkerReport) {
    send(.report(report))
  }

  /// Writes an entry to the log of the supervisor; one with many lines as several, as a message is limited.
  package func log(_ record: LogRecord) {
    for start in stride(from: 0, to: record.lines.count, by: LogRecord.mostLines) {
      var part = record
      // The log would not have room for more.
      part.lines = LogRecord.shortened(record.lines[start...])
      send(.entry(part))
    }
  }

  private func send(_ message: WorkerMessage) {
    let bytes = MessageStream.bytes(of: message)
    sending.withLock { _ in _ = MessageStream.send(bytes, to: messages, blocking: true) }
  }

  /// Returns a descriptor of the listening socket of an address, which the supervisor opens and keeps.
  @Sendable package func listeningSocket(at address: String) -> Result<Int32, SystemError> {
    let (number, descriptor) = requesting.withLock { _ -> (Int32, Int32) in
      let bytes = Array(address.utf8) + [UInt8(ascii: "\n")]
      guard MessageStream.send(bytes, to: sockets, blocking: true) != nil else {
        return (EPIPE, -1)
      }
      var number: Int32 = 0
      var (descriptor, other): (Int32, Int32) = (-1, -1)
      guard unsafe cprobe_receive_descriptors(sockets, &number, &descriptor, &other) == 0 else {
        return (SystemError.last.number, -1)
      }
      return (number, descriptor)
    }
    return number == 0 && descriptor >= 0
      ? .success(descriptor) : .failure(SystemError(number: number))
  }
}
