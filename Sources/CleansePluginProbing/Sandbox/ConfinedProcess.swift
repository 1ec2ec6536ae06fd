import CCleanseProbe
import CleanseConfinement
package import CleanseProcesses
import CleanseSupport

/// A process that may enter a ``RunSandbox``, as the unconfined process sees it that has started it: it answers the calls that
/// are refused.
///
/// Poll the ``descriptor``, and call ``refusals()`` whenever it is readable: a refused call waits for its answer. No call blocks.
package final class ConfinedProcess {
  /// How many calls are answered at a time: a process can make them as fast as they are answered.
  private static let callsAtOnce = 64
  /// How long calls are answered at a time, in nanoseconds: others wait for this process, too.
  private static let timeAtOnce: UInt64 = 10_000_000
  /// The number of different refusals that are reported.
  private static let mostReports = 100

  private let connection: Descriptor
  /// What is expected next from the process.
  private var next = Expectation.listener
  /// The listener until the confinement arrives, or -1.
  private var listener: Int32 = -1
  private var buffer = LineBuffer()
  /// What the process has said of its confinement.
  private var entered: EnteredSandbox?
  private var recorder: RefusalRecorder?
  private var accesses: AccessRecorder?
  /// What the process has used, if it may do everything and is recorded.
  package private(set) var recorded: RecordedPermissions?
  private var reported = RefusalSelection(limit: mostReports)
  /// Whether the process is confined.
  package private(set) var isConfined = false

  private enum Expectation {
    case listener, confinement, nothing
  }

  /// The addresses at which the process may listen; nil for all.
  private var addresses: Set<String>?

  /// - Parameter connection: The end of a connection; the process has the other one.
  package init(_ connection: consuming Descriptor) {
    self.connection = connection
  }

  /// What another program in the place of this process needs to go on to answer. Not handed over is what has been recorded.
  package struct Handover: Codable, Sendable {
    let connection: Int32
    /// Nil if nothing is to be answered.
    let listener: Int32?
    let entered: EnteredSandbox?

    /// The descriptors that the program has to inherit.
    package var descriptors: [Int32] { [connection] + [listener].compactMap(\.self) }
  }

  /// What is handed over to another program.
  package var handover: Handover {
    Handover(connection: connection.number, listener: recorder?.number, entered: entered)
  }

  /// The process as another program has seen it.
  package init(taking handover: Handover) {
    connection = Descriptor(handover.connection)
    listener = handover.listener ?? -1
    begin(handover.entered)
  }

  deinit {
    if listener >= 0 { close(listener) }
  }

  /// The descriptor to poll; nil if nothing more can arrive.
  package var descriptor: Int32? {
    if let number = recorder?.number ?? accesses?.number { return number }
    return next == .nothing ? nil : connection.number
  }

  /// Answers the calls that wait.
  ///
  /// - Returns: What has been refused for the first time, as sentences without a full stop.
  package func refusals() -> [String] {
    while next != .nothing, isReadable { receive() }
    record()
    var sentences: [String] = []
    let end = Clock.nanoseconds() + Self.timeAtOnce
    for _ in 0..<Self.callsAtOnce where Clock.nanoseconds() < end {
      let event = recorder?.next { [reported] in reported.isNew($0) }
      switch event {
      case .answered(.some(let refusal))?: sentences += report(refusal)
      case .answered(.none)?: continue
      case .idle?, nil: return sentences
      case .ended?:
        recorder = nil
        return sentences
      }
    }
    return sentences
  }

  private func report(_ refusal: Refusal) -> [String] {
    switch reported.add(refusal) {
    case .reported:
      ["a plugin tried to \(refusal), which `permissions` do not allow" + reason(for: refusal)]
    case .exceeded: ["further attempts to \(refusal.kind) are not reported"]
    case .known: []
    }
  }

  /// Why it is refused although its path is listed, if it is.
  private func reason(for refusal: Refusal) -> String {
    guard let path = recorder?.missingPath(for: refusal) else { return "" }
    return ": \(path.text.quoted) did not exist when it took effect, so list a directory that does"
  }

  private func record() {
    for _ in 0..<Self.callsAtOnce {
      guard let (uses, hasEnded) = accesses?.next() else { return }
      for use in uses { recorded?.add(use) }
      guard !hasEnded else { return accesses = nil }
    }
  }

  /// Whether a socket may be opened for the process: the code of plugins in it can request any.
  package func mayListen(at address: String) -> Bool { addresses?.contains(address) ?? true }

  // MARK: The connection

  private var isReadable: Bool {
    var polled = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  private func receive() {
    switch next {
    case .listener: receiveListener()
    case .confinement: receiveConfinement()
    case .nothing: break
    }
  }

  /// Receives the listener, or the end of the connection if the process is not confined.
  private func receiveListener() {
    var (number, other): (Int32, Int32) = (0, -1)
    let isSent =
      unsafe cprobe_receive_descriptors(connection.number, &number, &listener, &other) == 0
    next = isSent ? .confinement : .nothing
  }

  private func receiveConfinement() {
    guard let lines = buffer.lines(from: connection.number) else { return begin(nil) }
    if let line = lines.first { begin(EnteredSandbox(message: line)) }
  }

  /// Begins to answer. Without the confinement, refused calls fail, as nothing holds the listener.
  private func begin(_ entered: EnteredSandbox?) {
    (next, self.entered) = (.nothing, entered)
    let confinement = entered?.confinement
    addresses = confinement?.onlyRecords == true ? nil : entered?.addresses ?? []
    isConfined = confinement.map { !$0.onlyRecords } ?? false
    guard listener >= 0 else { return }
    let received = RefusalListener(listener)
    listener = -1
    guard let confinement else { return }
    guard !confinement.onlyRecords else {
      recorded = RecordedPermissions(beyond: confinement)
      accesses = AccessRecorder(received)
      return
    }
    recorder = RefusalRecorder(received, of: confinement, on: ProbeSandbox.kernel)
  }
}
