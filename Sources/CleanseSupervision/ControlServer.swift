import CCleanseSupervision
import CleanseSupport
import CleanseProcesses

/// The control socket of a supervisor: a local socket that only its user and root can use.
final class ControlServer {
  /// A program that is connected.
  final class Client {
    let number: RequestNumber
    let descriptor: Int32
    private(set) var deadline: UInt64
    private(set) var request: SupervisorRequest?
    private var buffer = LineBuffer()
    private var unsent: [UInt8] = []
    private(set) var isAnswered = false

    /// - Parameter request: What it has requested; nil if that is still to be read.
    init(
      _ number: RequestNumber, _ descriptor: Int32, deadline: UInt64,
      request: SupervisorRequest? = nil
    ) {
      (self.number, self.descriptor, self.deadline) = (number, descriptor, deadline)
      self.request = request
    }

    deinit { close(descriptor) }

    /// Reads the request.
    ///
    /// - Returns: Whether the client is still there, and makes sense.
    func receive() -> Bool {
      guard let lines = buffer.lines(from: descriptor, limit: 1024) else { return false }
      guard request == nil, let line = lines.first else { return true }
      request = SupervisorRequest(message: line)
      return request != nil
    }

    /// Sends what the client waits for, unless it has not read that before.
    func inform(_ lines: [String]) {
      guard !isAnswered, !isSending else { return }
      unsent = MessageStream.bytes(of: SupervisorAnswer.waiting(lines))
      send()
    }

    func answer(_ answer: SupervisorAnswer) {
      guard !isAnswered else { return }
      isAnswered = true
      deadline = Clock.nanoseconds() + ControlServer.patience
      unsent += MessageStream.bytes(of: answer)
      send()
    }

    /// Sends what is left of the answer.
    func send() {
      unsent = MessageStream.send(unsent, to: descriptor) ?? []
    }

    /// Whether it waits for the end of a reload, as long as that takes.
    var isWaiting: Bool { request?.isReload ?? false && !isAnswered }
    var isSending: Bool { !unsent.isEmpty }
    var isDone: Bool { isAnswered && unsent.isEmpty }
  }

  /// The reason why a control socket can't be used.
  struct Failure: Error {
    let lines: [String]
  }

  static let mostClients = 32
  /// How long a client may take, in nanoseconds.
  static let patience: UInt64 = 10_000_000_000

  let descriptor: Int32
  private let path: String
  private let file: SocketFile?
  /// When to try again to accept a connection, after the system had no descriptors left.
  private(set) var retryDue: UInt64 = 0
  private static let retryDelay: UInt64 = 1_000_000_000
  private var acceptedCount = 0
  /// Locked as long as the supervisor runs.
  private let lock: Int32

  /// - Throws: A ``Failure`` if another process uses the socket, or it can't be created.
  init(path: String) throws(Failure) {
    self.path = path
    let lockPath = path + ".lock"
    lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw Failure(lines: ["can't create the control socket \(path): \(SystemError.last)"])
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      close(lock)
      throw Failure(
        lines: error.number == EWOULDBLOCK
          ? [
            "another process serves with the control socket \(path)",
            "reload it, stop it, or pass another path with --control",
          ] : ["can't lock \(lockPath): \(error)"])
    }
    do throws(Failure) {
      descriptor = try Self.listen(path)
      file = SocketFile(path: path)
    } catch {
      close(lock)
      throw error
    }
  }

  /// Takes over the socket of another program.
  ///
  /// - Parameter requests: The requests that it has not answered.
  init(taking handover: SupervisorHandover.Control, after requests: [RequestNumber]) {
    (path, descriptor, lock) = (handover.path, handover.descriptor, handover.lock)
    file = SocketFile(path: path)
    acceptedCount = requests.map(\.rawValue).max() ?? 0
  }

  /// What is handed over.
  var handover: SupervisorHandover.Control {
    .init(path: path, descriptor: descriptor, lock: lock)
  }

  private static func listen(_ path: String) throws(Failure) -> Int32 {
    var status = stat()
    if unsafe lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure(lines: ["the control socket can't be created: \(path) is another file"])
      }
      guard UserIdentity.current.isSelf(status.st_uid) else {
        throw Failure(
          lines: [
            "the control socket \(path) belongs to the user \(status.st_uid)",
            "pass another path with --control",
          ])
      }
    }
    // From the beginning, no other user can connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    do throws(SystemError) {
      return try SocketAddress.local(path: path).listen()
    } catch {
      throw Failure(lines: ["can't create the control socket \(path): \(error)"])
    }
  }

  deinit {
    close(descriptor)
    close(lock)
  }

  /// Removes the socket, at the end of the supervisor.
  func remove() {
    file?.remove()
  }

  /// Accepts a connection; nil if there is none, or it is that of another user.
  func accept(now: UInt64) -> Client? {
    let connection = csupervision_accept(descriptor)
    guard connection >= 0 else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(SystemError.last.number) {
        retryDue = now + Self.retryDelay
      }
      return nil
    }
    var (user, process): (UInt32, Int32) = (0, 0)
    guard unsafe csupervision_peer(connection, &user, &process) == 0,
      UserIdentity.current.isSelfOrRoot(user)
    else {
      close(connection)
      return nil
    }
    acceptedCount += 1
    return Client(
      RequestNumber(rawValue: acceptedCount), connection, deadline: now + Self.patience)
  }
}
