import CleanseSupport

/// Which programs may request what from a ``ControlServer``.
enum ControlAccess {
  /// All requests of the same user and root.
  case control
  /// The status, for each user who may open the socket: this one, and the users of a group, or of the group that the system
  /// gives the socket. That is the one of a directory with the set-group-ID bit, or that of the process.
  case status(group: String?)

  /// The option with the path of the socket.
  var option: String {
    switch self {
    case .control: "--control"
    case .status: "--status-socket"
    }
  }

  /// The socket in messages.
  var name: String {
    switch self {
    case .control: "control socket"
    case .status: "status socket"
    }
  }

  /// The permissions of the socket.
  var mode: mode_t {
    switch self {
    case .control: 0o600
    case .status: 0o660
    }
  }

  /// The message that the socket can't be given to its group.
  func lines(ofGroupError error: SystemError, _ path: String) -> [String] {
    guard case .status(let group?) = self else { return [] }
    let message = "can't give the \(name) \(path) to the group \(group): \(error)"
    guard error.number == EPERM else { return [message] }
    return [
      message,
      "the user \(geteuid()), who runs this program, has to be a member of the group; or pass another one with --status-group",
    ]
  }

  func allows(_ user: UInt32) -> Bool {
    switch self {
    case .control: UserIdentity.current.isSelfOrRoot(user)
    case .status: true
    }
  }

  func allows(_ request: SupervisorRequest) -> Bool {
    switch self {
    case .control: true
    case .status: request == .status
    }
  }
}
