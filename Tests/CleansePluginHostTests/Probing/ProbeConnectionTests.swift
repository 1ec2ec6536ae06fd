import Glibc
import Testing

@testable import CleansePluginHost

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

  @Test("tells so when what answers is no server")
  func garbage() async {
    await #expect(processExitsWith: .success) {
      let outcomes = try ServerStandIn.outcomes(of: 2) { server in
        _ = Descriptor.write(
          [UInt8](repeating: 0xFF, count: 100)[...], to: server)
      }
      exit(outcomes.allSatisfy(\.isUnavailable) ? 0 : 1)
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
        _ = Descriptor.write(bytes[...], to: server)
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
    // The process is this one itself, which nobody can wait for.
    var connection = ProbeConnection(server: Descriptor(host), process: getpid())
    var outcomes: [ProbeOutcome] = []
    connection.run(count) { _, id in
      ProbeRequest(
        id: id, task: .examine, plugins: [], nonce: [],
        limits: ProbeLimits(ProbeSettings(deadline: .seconds(1)), plugins: 1))
    } answered: { _, outcome in
      outcomes.append(outcome)
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
