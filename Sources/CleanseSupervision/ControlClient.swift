import CCleanseSupervision
import CleanseSupport
import CleanseProcesses

/// A connection to the control socket of a supervisor.
package enum ControlClient {
  /// How long to wait for an answer, in seconds.
  private static let patience = 10

  /// The reason why there is no answer.
  package struct Failure: Error {
    /// The lines of the message.
    package let lines: [String]
  }

  /// Sends a request to a supervisor, and waits for the answer.
  ///
  /// - Parameters:
  ///   - path: The path of the control socket.
  ///   - isOfAnyUser: Whether the socket may be that of another user.
  ///   - whileWaiting: Receives what the request waits for, if that takes long.
  package static func answer(
    to request: SupervisorRequest, at path: String, isOfAnyUser: Bool = false,
    whileWaiting: ([String]) -> Void
  ) throws(Failure) -> SupervisorAnswer {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try SocketAddress.connection(toPath: path, within: patience)
    } catch {
      switch error.number {
      case ENOENT, ECONNREFUSED:
        throw Failure(lines: ["no process serves with the control socket \(path)"])
      case EAGAIN:
        throw Failure(lines: ["the process with the control socket \(path) does not answer"])
      case ENAMETOOLONG:
        throw Failure(lines: ["the path of the control socket is longer than 107 bytes: \(path)"])
      default: throw Failure(lines: ["can't connect to the control socket \(path): \(error)"])
      }
    }
    defer { close(descriptor) }
    // A reload may take as long as it takes.
    if request == .status { SocketAddress.limitWaiting(of: descriptor, toSeconds: patience) }
    var (user, process): (UInt32, Int32) = (0, 0)
    guard unsafe csupervision_peer(descriptor, &user, &process) == 0,
      isOfAnyUser || UserIdentity.current.isSelfOrRoot(user) || geteuid() == 0
    else {
      throw Failure(lines: ["the control socket \(path) belongs to the user \(user)"])
    }
    guard
      MessageStream.send(MessageStream.bytes(of: request), to: descriptor, blocking: true) != nil
    else { throw Failure(lines: ["the process with the control socket \(path) does not answer"]) }
    let deadline = Clock.nanoseconds() + UInt64(patience) * 1_000_000_000
    var buffer = LineBuffer()
    while let lines = buffer.lines(
      from: descriptor, limit: MessageStream.answerLimit, blocking: true)
    {
      guard !lines.isEmpty else {
        guard request != .status || Clock.nanoseconds() < deadline else {
          throw Failure(lines: ["the process with the control socket \(path) does not answer"])
        }
        continue
      }
      for line in lines {
        switch SupervisorAnswer(message: line) {
        case .waiting(let lines): whileWaiting(lines)
        case .forbidden(let reason): throw Failure(lines: ["\(reason): \(path)"])
        case let answer?: return answer
        case nil:
          throw Failure(
            lines: ["the process with the control socket \(path) is of another version"])
        }
      }
    }
    throw Failure(lines: ["the process with the control socket \(path) has ended"])
  }
}
