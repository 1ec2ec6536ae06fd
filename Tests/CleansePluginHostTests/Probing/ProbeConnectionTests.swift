@testable import PluginProbing
import CleanseTestSupport
import Glibc
import Testing

/// Each in a process of its own, as a signal would end it.
@Suite("The connection to the fork server")
struct ProbeConnectionTests {
  @Test("tells that nothing can be probed once the server is gone, also where SIGPIPE would end it")
  func gone() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      exit(try ServerStandIn.outcomes(of: 3) { close($0) }.allSatisfy(\.isUnavailable) ? 0 : 1)
    }
  }

  @Test("is not there without a server, which is told and not waited for")
  func none() async {
    await #expect(processExitsWith: .success) {
      let start = ContinuousClock.now
      do throws(SystemCallError) {
        _ = try ServerProcess(-1)
        exit(1)
      } catch {
        exit(error.call == "pidfd_open" && .now - start < .seconds(5) ? 0 : 1)
      }
    }
  }

  @Test("tells so when what answers is no server")
  func garbage() async {
    await #expect(processExitsWith: .success) {
      let outcomes = try ServerStandIn.outcomes(of: 2) { server in
        _ = Descriptor.send(
          [UInt8](repeating: 0xFF, count: 100)[...], to: server)
      }
      exit(outcomes.allSatisfy(\.isUnavailable) ? 0 : 1)
    }
  }

  @Test("tells so when there is no answer for longer than anything takes", .timeLimit(.minutes(1)))
  func silence() async {
    await #expect(processExitsWith: .success) {
      exit(try ServerStandIn.outcomes(of: 40) { _ in }.count(where: \.isUnavailable) == 40 ? 0 : 1)
    }
  }

  @Test(
    "tells so when the answer is to no question, however odd its number",
    arguments: [7, -1, .min, .max])
  func stranger(id: Int) async {
    await #expect(processExitsWith: .success) { [id = id as Int] in
      let outcomes = try ServerStandIn.outcomes(of: 2) { server in
        let reply = ProbeReply(id: id, outcome: ProbeOutcome(ending: .forged))
        guard let bytes = try? ProbeMessage.bytes(of: reply) else { return }
        _ = Descriptor.send(bytes[...], to: server)
      }
      exit(outcomes.allSatisfy(\.isUnavailable) ? 0 : 1)
    }
  }
}

/// Plays the server to a host that asks.
enum ServerStandIn {
  /// What a host gets for so many questions where the other end of its connection is treated so
  /// beforehand.
  static func outcomes(of count: Int, _ play: (Int32) -> Void) throws -> [ProbeOutcome] {
    let (host, server) = try ends()
    play(server)
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("100"), nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, "/bin/sleep", nil, nil, &words, nil) == 0 else { return [] }
    let limits = ProbeLimits(ProbeSettings(deadline: .milliseconds(100)), plugins: 1)
    var connection = ProbeConnection(
      Descriptor(host), to: try ServerProcess(process), patience: 2)
    var outcomes: [ProbeOutcome] = []
    connection.run(count, limits: limits) { _, id in
      ProbeRequest(id: id, task: .examine, plugins: [], nonce: [], limits: limits)
    } answered: { _, outcome in
      outcomes.append(outcome)
      // It does not end with the connection, as a server does.
      kill(process, SIGKILL)
    }
    return outcomes
  }

  private static func ends() throws -> (Int32, Int32) {
    let pair = try DescriptorPair.connection()
    return (dup(pair.first.number), dup(pair.second.number))
  }
}

extension ProbeOutcome {
  var isUnavailable: Bool {
    if case .unavailable = ending { true } else { false }
  }
}
