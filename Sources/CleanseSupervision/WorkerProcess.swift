import CCleanseProbe
import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

/// The process of a worker, and the supervisor's connections to it.
final class WorkerProcess {
  /// How often a worker can request a socket.
  private static let mostRequests = 1000
  /// How much of what it prints is read at a time, in bytes: it may print as fast as the supervisor reads.
  private static let longestRead = 1 << 14

  let process: pid_t
  let handle: ProcessHandle
  let messages: Descriptor
  let sockets: Descriptor
  /// What the process prints.
  let output: Descriptor
  /// The process with what it is refused.
  let confined: ConfinedProcess
  let page: SharedPage
  /// Whether plugins are loaded in it, or may be. Processes of one that has none are its probe's.
  var usesPlugins = false
  /// Observes the threads of the process.
  var observer: WorkerObserver
  private var requestCount = 0
  /// The connections that have ended.
  private var ended: Set<Int32> = []
  private var messageBuffer = LineBuffer()
  private var socketBuffer = LineBuffer()
  private var printed = PrintedLines()
  /// Whether the process, or one that it has started, can print more.
  private(set) var isPrinting = true
  private var unsent: [UInt8] = []

  init(
    process: pid_t, handle: ProcessHandle, messages: consuming Descriptor,
    sockets: consuming Descriptor, output: consuming Descriptor,
    confined: ConfinedProcess, page: SharedPage
  ) {
    (self.process, self.handle, self.page) = (process, handle, page)
    observer = WorkerObserver(process)
    self.confined = confined
    self.messages = messages
    self.sockets = sockets
    self.output = output
  }

  deinit {
    page.release()
  }

  /// The messages that have arrived.
  func received() -> [WorkerMessage] {
    (lines(from: messages.number, in: &messageBuffer) ?? [])
      .compactMap(WorkerMessage.init(message:))
  }

  /// The lines that it has printed, of much only a part.
  func printedLines() -> [[UInt8]] {
    guard isPrinting else { return [] }
    let (isOpen, bytes) = output.available(limit: Self.longestRead)
    isPrinting = isOpen
    return printed.take(bytes) + (isOpen ? [] : printed.end())
  }

  /// The lines that it had printed when it ended, but for those that have been read.
  func lastPrintedLines() -> [[UInt8]] {
    // No more than a pipe has room for, as processes that it has started may go on to print. (pipe(7).)
    let (_, bytes) = isPrinting ? output.available(limit: 1 << 16) : (false, [])
    isPrinting = false
    return printed.take(bytes) + printed.end()
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

  /// Whether messages may follow: a worker that ends closes one connection before the other.
  var isReporting: Bool { !ended.contains(messages.number) }

  /// Sends an order. What the worker does not receive at once is sent later.
  func order(_ order: SupervisorOrder) {
    // A worker that reads nothing is found out by its deadline, or as it does not answer.
    guard unsent.count < MessageStream.limit, order == .stop || !isSending else { return }
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
