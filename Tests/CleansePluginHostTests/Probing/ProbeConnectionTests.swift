@testable import CleansePluginProbing
import CCleanseProbe
import CleanseTestSupport
import Foundation
import Glibc
import Testing
import CleanseProcesses

/// Each test runs in its own process, because a signal would end the process.
@Suite("Connections to the probe's processes")
struct ProbeConnectionTests {
  @Test("report that the server is gone, also where SIGPIPE would end the process")
  func gone() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let outcomes = try LauncherStandIn.outcomes(of: 3, serve: { close($0) })
      exit(outcomes.map(\.ending) == [.lost, .lost, .lost] ? 0 : 1)
    }
  }

  @Test("report without waiting that there is no process")
  func none() async {
    await #expect(processExitsWith: .success) {
      let start = ContinuousClock.now
      do throws(SystemCallError) {
        _ = try ProcessHandle(-1)
        exit(1)
      } catch {
        exit(error.call == "pidfd_open" && .now - start < .seconds(5) ? 0 : 1)
      }
    }
  }

  @Test("report that the launcher is gone, or can't start a server")
  func noServers() async {
    await #expect(processExitsWith: .success) {
      let isGone = try LauncherStandIn.outcomes(of: 3, answer: { close($0) }).allSatisfy {
        $0.isUnavailable
      }
      let failures = try LauncherStandIn.outcomes(
        of: 2, answer: { cprobe_send_descriptors($0, EAGAIN, -1, -1) })
      let isReported = failures.allSatisfy {
        $0.ending == .unavailable("fork: Resource temporarily unavailable")
      }
      exit(isGone && failures.count == 2 && isReported ? 0 : 1)
    }
  }

  @Test("report that the executed program does not become the launcher, whether it ends or waits")
  func notStarted() async {
    await #expect(processExitsWith: .success) {
      let failures = try [true, false].map { try LauncherStandIn.startFailure(ends: $0) }
      exit(failures.allSatisfy { $0?.contains("`PluginProbe.start`") ?? false } ? 0 : 1)
    }
  }

  @Test("report that the answer is not from a server")
  func garbage() async {
    await #expect(processExitsWith: .success) {
      let garbage = [UInt8](repeating: 0xFF, count: 100)
      let outcomes = try LauncherStandIn.outcomes(
        of: 2, serve: { _ = Descriptor.send(garbage[...], to: $0) })
      exit(outcomes.map(\.ending) == [.lost, .lost] ? 0 : 1)
    }
  }

  @Test("report that there is no answer within any time limit", .timeLimit(.minutes(1)))
  func suppress() async {
    await #expect(processExitsWith: .success) {
      let outcomes = try LauncherStandIn.outcomes(of: 5)
      exit(outcomes.map(\.ending) == Array(repeating: .lost, count: 5) ? 0 : 1)
    }
  }

  @Test(
    "report an answer to no request, whatever its number",
    arguments: [7, -1, .min, .max])
  func stranger(id: Int) async {
    await #expect(processExitsWith: .success) { [id = id as Int] in
      let reply = ProbeReply(id: id, outcome: ProbeOutcome(ending: .forged))
      let bytes = try ProbeMessage.bytes(of: reply)
      let outcomes = try LauncherStandIn.outcomes(
        of: 2, serve: { _ = Descriptor.send(bytes[...], to: $0) })
      exit(outcomes.map(\.ending) == [.lost, .lost] ? 0 : 1)
    }
  }
}

/// Plays the launcher and the servers for a host.
enum LauncherStandIn {
  /// The results of a host for a number of requests.
  ///
  /// - Parameters:
  ///   - answer: Answers one request for a server on the launcher's end of its connection.
  ///   - serve: Handles the server's end of each connection.
  static func outcomes(
    of count: Int, answer: (@Sendable (Int32) -> Void)? = nil,
    serve: @escaping @Sendable (Int32) -> Void = { _ in }
  ) throws -> [ProbeOutcome] {
    let process = try sleeper()
    defer { kill(process, SIGKILL) }
    let (host, launcher) = try ends()
    let thread = Thread {
      var byte: UInt8 = 0
      while read(launcher, &byte, 1) == 1 {
        if let answer {
          answer(launcher)
          continue
        }
        guard let server = try? connect(launcher, process) else { return }
        serve(server)
      }
    }
    thread.start()
    let limits = ProbeLimits(ProbeSettings(deadline: .milliseconds(100)), plugins: 1)
    let handle = try ProcessHandle(process)
    var servers = ServerPool(
      LauncherConnection(Descriptor(host), to: handle, patience: 2), limit: 3,
      patience: 2000)
    var outcomes: [ProbeOutcome] = []
    servers.run(count, isSerial: false) { _, id in
      ProbeRequest(id: id, task: .examine, plugins: [], nonce: [], limits: limits)
    } answered: { _, outcome in
      outcomes.append(outcome)
    }
    // It does not end with the connection, as a launcher does.
    kill(process, SIGKILL)
    return outcomes
  }

  /// The error of a host whose program never gets to `PluginProbe.start`; nil for none.
  ///
  /// - Parameter ends: Whether the program ends.
  static func startFailure(ends: Bool) throws -> String? {
    let process = try sleeper()
    let (host, launcher) = try Self.ends()
    if ends { close(launcher) }
    let connection = LauncherConnection(
      Descriptor(host), to: try ProcessHandle(process), patience: 2)
    do throws(LauncherConnection.Failure) {
      try connection.awaitStart()
      return nil
    } catch {
      return error.description
    }
  }

  private static func ends() throws -> (Int32, Int32) {
    let pair = try DescriptorPair.connection()
    return (dup(pair.first.number), dup(pair.second.number))
  }

  /// Passes one end of a new connection to the host.
  ///
  /// - Returns: The other end.
  private static func connect(_ launcher: Int32, _ process: pid_t) throws -> Int32 {
    let connection = try DescriptorPair.connection()
    let handle = try ProcessHandle(process)
    let isSent = withExtendedLifetime(handle) {
      cprobe_send_descriptors(launcher, 0, connection.first.number, $0.number) == 0
    }
    guard isSent else { throw SystemCallError("sendmsg") }
    return dup(connection.second.number)
  }

  /// Starts a process that does nothing.
  private static func sleeper() throws -> pid_t {
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    defer { for word in words { free(word) } }
    let number = posix_spawn(&process, "/bin/sleep", nil, nil, &words, nil)
    guard number == 0 else { throw SystemCallError("posix_spawn") }
    return process
  }
}

extension ProbeOutcome {
  var isUnavailable: Bool {
    if case .unavailable = ending { true } else { false }
  }
}
