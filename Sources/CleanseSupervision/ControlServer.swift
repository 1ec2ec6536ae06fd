import CCleanseSupervision
import CleanseSupport
import CleanseProcesses

/// A local socket on which a supervisor answers programs: the control socket, which only its user and root can use, or one that
/// answers only `status`, for others as well.
final class ControlServer {
  /// A program that is connected.
  final class Client {
    let number: RequestNumber
    let descriptor: Int32
    /// The user who is connected.
    let user: UInt32
    /// When it was accepted.
    let began: UInt64
    private(set) var deadline: UInt64
    private(set) var request: SupervisorRequest?
    private var buffer = LineBuffer()
    private var unsent: [UInt8] = []
    private(set) var isAnswered = false

    /// - Parameter request: What it has requested; nil if that is still to be read.
    init(
      _ number: RequestNumber, _ descriptor: Int32, of user: UInt32, began: UInt64,
      request: SupervisorRequest? = nil
    ) {
      (self.number, self.descriptor, self.user) = (number, descriptor, user)
      (self.began, self.request) = (began, request)
      deadline = began + ControlServer.patience
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
    /// Whether it has sent nothing, or does not read: it must not keep out others.
    var isSilent: Bool { request == nil || isAnswered }
    var isDone: Bool { isAnswered && unsent.isEmpty }
  }

  /// The reason why a control socket can't be used.
  struct Failure: Error {
    let lines: [String]
  }

  /// How many clients are connected at the same time: of more, one that is silent is dropped.
  private static let mostClients = 128
  /// How long a client is not dropped for others, in nanoseconds: it has just connected, and sends its request.
  private static let grace: UInt64 = 100_000_000
  /// How long a client may take, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  private let access: ControlAccess
  private var descriptor: Int32
  private let path: String
  private var file: SocketFile?
  private var clients: [Client] = []
  /// When to try again to accept a connection; nil for at once. The system had no descriptors left, or there were too many
  /// clients.
  private var retryDue: UInt64?
  private static let retryDelay: UInt64 = 1_000_000_000
  private var acceptedCount = 0
  /// Locked as long as the supervisor runs.
  private let lock: Int32

  /// - Parameter other: The control socket of the same supervisor.
  /// - Throws: A ``Failure`` if another process uses the socket, or it can't be created.
  init(
    path: String, _ access: ControlAccess = .control, besides other: ControlServer? = nil
  ) throws(Failure) {
    (self.path, self.access) = (path, access)
    // Before a file is created next to it.
    try Self.checkPlace(path, access)
    let lockPath = path + ".lock"
    lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw Failure(lines: ["can't create the \(access.name) \(path): \(SystemError.last)"])
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      let isOwn = other?.hasLock(lock) ?? false
      close(lock)
      guard !isOwn else {
        throw Failure(
          lines: [
            "the \(access.name) can't be the control socket: \(path)",
            "pass another path with \(access.option)",
          ])
      }
      throw Failure(
        lines: error.number == EWOULDBLOCK
          ? [
            "another process serves with the \(access.name) \(path)",
            "reload it, stop it, or pass another path with \(access.option)",
          ] : ["can't lock \(lockPath): \(error)"])
    }
    do throws(Failure) {
      descriptor = try Self.listen(path, access)
      file = SocketFile(path: path)
    } catch {
      close(lock)
      throw error
    }
  }

  /// Takes over the socket of another program, and the programs that wait for an answer.
  init(
    taking handover: SupervisorHandover.Control, _ access: ControlAccess,
    _ requests: [SupervisorHandover.Request] = []
  ) {
    (path, descriptor, lock) = (handover.path, handover.descriptor, handover.lock)
    self.access = access
    file = SocketFile(path: path)
    clients = requests.map {
      Client($0.number, $0.descriptor, of: geteuid(), began: 0, request: .reloadProgram)
    }
    acceptedCount = requests.map(\.number.rawValue).max() ?? 0
  }

  /// Whether a file is that which this server has locked.
  private func hasLock(_ file: Int32) -> Bool {
    var (own, other) = (stat(), stat())
    return unsafe fstat(lock, &own) == 0 && fstat(file, &other) == 0
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// What is handed over.
  var handover: SupervisorHandover.Control {
    .init(path: path, descriptor: descriptor, lock: lock)
  }

  /// Checks that a socket may take the place of what is at the path.
  private static func checkPlace(_ path: String, _ access: ControlAccess) throws(Failure) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure(lines: ["the \(access.name) can't be created: \(path) is another file"])
      }
      guard UserIdentity.current.isSelf(status.st_uid) else {
        throw Failure(
          lines: [
            "the \(access.name) \(path) belongs to the user \(status.st_uid)",
            "pass another path with \(access.option)",
          ])
      }
    }
  }

  private static func listen(_ path: String, _ access: ControlAccess) throws(Failure) -> Int32 {
    let group: gid_t? =
      if case .status(let name?) = access { try Self.group(named: name) } else { nil }
    let descriptor: Int32
    do throws(SystemError) {
      // From the beginning, no other user can connect.
      descriptor = try SocketAddress.local(path: path).listen(mode: access.mode)
    } catch {
      throw Failure(lines: ["can't create the \(access.name) \(path): \(error)"])
    }
    guard let group, unsafe lchown(path, uid_t.max, group) != 0 else { return descriptor }
    let error = SystemError.last
    SocketFile(path: path)?.remove()
    close(descriptor)
    throw Failure(lines: access.lines(ofGroupError: error, path))
  }

  /// - Throws: If there is no group with the name, or the number.
  private static func group(named name: String) throws(Failure) -> gid_t {
    if let number = gid_t(name) { return number }
    guard let group = unsafe getgrnam(name) else {
      throw Failure(lines: ["there is no group \(name): pass one with --status-group"])
    }
    return unsafe group.pointee.gr_gid
  }

  // A supervisor that can't start must not leave it.
  deinit {
    remove()
    close(descriptor)
    close(lock)
  }

  /// Removes the socket, at the end of the supervisor.
  func remove() {
    file?.remove()
  }

  /// Creates the socket again if its file was removed.
  ///
  /// - Returns: What to log; nil if nothing was to be done.
  func restore() -> String? {
    guard let file, !file.isPresent else { return nil }
    do throws(Failure) {
      let new = try Self.listen(path, access)
      close(descriptor)
      descriptor = new
      self.file = SocketFile(path: path)
      return "the \(access.name) \(path) was removed, and is created again"
    } catch {
      // Once: the file is another one's now, or can't be created.
      self.file = nil
      return (["the \(access.name) \(path) was removed"] + error.lines).joined(separator: ": ")
    }
  }

  // MARK: - Clients

  /// What to wait for: the descriptors, and whether each is to be written instead of read.
  func polled(now: UInt64) -> [(descriptor: Int32, isSending: Bool)] {
    let isOpen = hasRoom && (retryDue ?? now) <= now
    return clients.map { ($0.descriptor, $0.isSending) } + (isOpen ? [(descriptor, false)] : [])
  }

  /// When the next client has taken too long, or the next one can be accepted.
  var due: UInt64? {
    (clients.filter { !$0.isWaiting }.map(\.deadline) + [retryDue].compactMap(\.self)).min()
  }

  /// Whether another client can be accepted, perhaps in the place of one.
  private var hasRoom: Bool {
    clients.count < Self.mostClients || clients.contains(where: \.isSilent)
  }

  /// Whether something is to be sent.
  var isSending: Bool { clients.contains(where: \.isSending) }

  /// The client that has sent a request.
  func client(_ number: RequestNumber) -> Client? { clients.first { $0.number == number } }

  /// Accepts programs, answers those that request the status, and returns the other requests that are allowed.
  func serve(
    now: UInt64, _ status: () -> SupervisorStatus?
  ) -> [(RequestNumber, SupervisorRequest)] {
    acceptClients(now: now)
    var requests: [(RequestNumber, SupervisorRequest)] = []
    clients = clients.filter { client in
      if client.isSending { client.send() }
      let isNew = client.request == nil
      guard client.isDone || client.receive() else { return false }
      if isNew, let request = client.request {
        if !access.allows(request) {
          client.answer(.forbidden("only the status can be requested from the \(access.name)"))
        } else if request != .status {
          requests.append((client.number, request))
        } else if let status = status() {
          client.answer(.status(status))
        }
      }
      return !client.isDone && (client.isWaiting || client.deadline > now)
    }
    return requests
  }

  /// Accepts programs, of many only a part, so that those that are connected are answered in between.
  private func acceptClients(now: UInt64) {
    guard (retryDue ?? now) <= now else { return }
    retryDue = nil
    var count = 0
    while count < Self.mostClients, makeRoom(now: now), let client = accept(now: now) {
      clients.append(client)
      count += 1
    }
  }

  /// Drops a client if there are too many: of those that are silent, the oldest one of the user who has most of them, so that no
  /// user keeps out another one.
  ///
  /// - Returns: Whether there is room for another client.
  private func makeRoom(now: UInt64) -> Bool {
    guard clients.count > Self.mostClients else { return true }
    let silent = Dictionary(grouping: clients.filter(\.isSilent), by: \.user).values
    guard let most = silent.max(by: { $0.count < $1.count }),
      let oldest = most.min(by: { $0.began < $1.began })
    else { return false }
    guard oldest.began + Self.grace <= now else {
      retryDue = oldest.began + Self.grace
      return false
    }
    clients.removeAll { $0 === oldest }
    return true
  }

  /// Accepts a connection; nil if there is none, or it is that of a user who may not use the socket.
  private func accept(now: UInt64) -> Client? {
    let connection = csupervision_accept(descriptor)
    guard connection >= 0 else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(SystemError.last.number) {
        retryDue = now + Self.retryDelay
      }
      return nil
    }
    var (user, process): (UInt32, Int32) = (0, 0)
    guard unsafe csupervision_peer(connection, &user, &process) == 0,
      access.allows(user)
    else {
      close(connection)
      return nil
    }
    acceptedCount += 1
    return Client(RequestNumber(rawValue: acceptedCount), connection, of: user, began: now)
  }
}
