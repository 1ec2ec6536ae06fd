import CCleanseProbe
import CleanseSupport
import CleanseProcesses

/// The host's end of the connection to the launcher of the fork servers.
final class LauncherConnection: Sendable {
  private let socket: Descriptor
  private let launcher: ProcessHandle
  /// The seconds that the launcher may take to answer.
  private let patience: Int

  init(_ socket: consuming Descriptor, to launcher: ProcessHandle, patience: Int = 10) {
    self.socket = socket
    self.launcher = launcher
    self.patience = patience
  }

  deinit {
    // The launcher ends when it finds the connection closed, after it has cleaned up.
    cprobe_disconnect(socket.number)
    for _ in 0..<10 where !launcher.hasEnded(within: 1000) { launcher.resume() }
    if !launcher.hasEnded { launcher.kill() }
    _ = launcher.hasEnded(within: 1000)
    launcher.reap()
  }

  /// The reason why no server could be started.
  enum Failure: Error, CustomStringConvertible {
    case gone
    case system(SystemCallError)
    /// The program was executed, and has not become the launcher.
    case notStarted
    case ended

    var description: String {
      switch self {
      case .gone: "the launcher process is gone"
      case .notStarted:
        "the program was executed again to load plugins, and did not get to `PluginProbe.start`, which has to be the first "
          + "call in `main`"
      case .ended: "the probe has been ended"
      case .system(let error): error.description
      }
    }
  }

  /// Waits until the launcher is ready, which it reports once.
  func awaitStart() throws(Failure) {
    var (error, none, noneToo): (Int32, Int32, Int32) = (0, -1, -1)
    guard isAnswered(),
      unsafe cprobe_receive_descriptors(socket.number, &error, &none, &noneToo) == 0
    else {
      launcher.kill()
      throw .notStarted
    }
  }

  /// Requests a new server from the launcher.
  func startServer() throws(Failure) -> ProbeConnection {
    guard case .success = Descriptor.send([0], to: socket.number), isAnswered() else { throw .gone }
    var error: Int32 = 0
    var (server, process): (Int32, Int32) = (-1, -1)
    guard unsafe cprobe_receive_descriptors(socket.number, &error, &server, &process) == 0 else {
      throw .gone
    }
    let connection = Descriptor(server)
    let handle = Descriptor(process)
    guard error == 0 else { throw .system(SystemCallError("fork", SystemError(number: error))) }
    // Reaching the descriptor limit is not reported as an error.
    guard connection.number >= 0, handle.number >= 0 else {
      throw .system(SystemCallError("recvmsg", SystemError(number: EMFILE)))
    }
    return ProbeConnection(connection, to: ProcessHandle(handle))
  }

  /// Waits for an answer up to the time limit, and kills a launcher that exceeds it.
  private func isAnswered() -> Bool {
    for _ in 0..<patience {
      var polled = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&polled, 1, 1000) > 0 { return true }
      launcher.resume()
    }
    // A later answer would be taken for the answer to another request.
    launcher.kill()
    return false
  }
}
