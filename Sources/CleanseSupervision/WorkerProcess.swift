import CCleanseProbe
import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

/// The process of a worker, and the supervisor's connections to it.
final class WorkerProcess {
  /// How often a worker can request a socket.
  private static let mostRequests = 1000

  let process: pid_t
  let handle: ProcessHandle
  let messages: Descriptor
  let sockets: Descriptor
  let page: SharedPage
  private var requestCount = 0
  /// The connections that have ended.
  private var ended: Set<Int32> = []
  private var messageBuffer = LineBuffer()
  private var socketBuffer = LineBuffer()
  private var unsent: [UInt8] = []

  init(
    process: pid_t, handle: ProcessHandle, messages: consuming Descriptor,
    sockets: consuming Descriptor, page: SharedPage
  ) {
    (self.process, self.handle, self.page) = (process, handle, page)
    self.messages = messages
    self.sockets = sockets
  }

  deinit {
    page.release()
  }

  /// The reports that have arrived.
  func reports() -> [WorkerReport] {
    (lines(from: messages.number, in: &messageBuffer) ?? []).compactMap(WorkerReport.init(message:))
  }

  /// Answers the requests for listening sockets. A worker that does not read the answers is killed.
  ///
  /// - Parameter open: Returns the socket of an address.
  /// - Returns: The addresses of the sockets that the worker has got.
  func answerRequests(_ open: (String) throws(SystemError) -> Int32) -> [String] {
    let addresses = (lines(from: sockets.number, in: &socketBuffer) ?? []).map {
      String(decoding: $0, as: UTF8.self)
    }
    return addresses.filter { address in
      requestCount += 1
      do throws(SystemError) {
        guard requestCount <= Self.mostRequests else { throw SystemError(number: EMFILE) }
        answer(0, try open(address))
        return true
      } catch {
        answer(error.number, -1)
        return false
      }
    }
  }

  private func answer(_ number: Int32, _ descriptor: Int32) {
    if cprobe_send_descriptors(sockets.number, number, descriptor, -1) != 0 { kill() }
  }

  private func lines(from socket: Int32, in buffer: inout LineBuffer) -> [[UInt8]]? {
    guard !ended.contains(socket) else { return nil }
    let lines = buffer.lines(from: socket)
    if lines == nil { ended.insert(socket) }
    return lines
  }

  /// Whether both connections are open.
  var isConnected: Bool { ended.isEmpty }

  /// Sends an order. What the worker does not receive at once is sent later.
  func order(_ order: SupervisorOrder) {
    // A worker that reads nothing is found out by its deadline, or as it does not answer.
    guard unsent.count < MessageStream.limit, order != .check || !isSending else { return }
    unsent += MessageStream.bytes(of: order)
    flush()
  }

  /// Whether there are orders that the worker has not had room for.
  var isSending: Bool { !unsent.isEmpty }

  /// Sends these orders.
  func flush() {
    if isSending { unsent = MessageStream.send(unsent, to: messages.number) ?? [] }
  }

  /// Kills the worker and the processes that it has started in its group.
  func kill() {
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
  }
}
