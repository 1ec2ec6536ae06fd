import CleanseProcesses
import CleanseSupport
import Foundation
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("Answers over HTTP")
struct MonitorReplyTests {
  private func status(_ steps: [Scenario.Step] = Scenario.serving) -> SupervisorStatus {
    var scenario = Scenario()
    scenario.send(steps)
    return SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
  }

  private func reply(
    _ path: String, method: String = "GET", accept: String? = nil, to status: SupervisorStatus?
  ) -> MonitorReply {
    MonitorReply(method: method, resource: path, accept: accept) { status }
  }

  @Test("are those of the probes", arguments: ["/livez", "/readyz", "/startupz"])
  func probes(path: String) {
    #expect(reply(path, to: status()).status == 200)
    #expect(reply(path, to: nil).status == 503)
    #expect(reply(path, to: nil).body == "the supervisor does not answer\n")
    let starting = reply(path, to: status(Scenario.starting))
    #expect(starting.status == (path == "/livez" ? 200 : 503))
    #expect(starting.body.hasPrefix(path == "/livez" ? "live\n" : "not "))
  }

  @Test("other paths and methods need no status")
  func others() {
    func isRequested(_ path: String, _ method: String) -> (UInt32, Bool) {
      var isRequested = false
      let reply = MonitorReply(method: method, resource: path, accept: nil) {
        isRequested = true
        return nil
      }
      return (reply.status, isRequested)
    }
    #expect(isRequested("/", "GET") == (404, false))
    #expect(isRequested("/livez/", "DELETE") == (404, false))
    #expect(isRequested("/livez", "POST") == (405, false))
    #expect(isRequested("/metrics", "get") == (405, false))
    #expect(isRequested("/metrics", "HEAD") == (503, true))
    #expect(reply("/metrics", method: "PUT", to: nil).allow == "GET, HEAD")
  }

  @Test(
    "metrics have the format that the client accepts",
    arguments: [
      (nil, false), ("", false), ("*/*", false), ("text/plain;version=0.0.4", false),
      ("application/openmetrics-text; version=1.0.0", true),
      ("text/plain;q=0.5, Application/OpenMetrics-Text;version=1.0.0;q=0.6", true),
      ("application/openmetrics-text;q=0", false), ("application/openmetrics-text;q=0.0", false),
      ("application/openmetrics-textual", false), (",;,=;;q=", false),
    ])
  func format(accept: String?, isOpenMetrics: Bool) {
    let reply = reply("/metrics", accept: accept, to: status())
    #expect(reply.status == 200)
    #expect(
      reply.mediaType.hasPrefix("application/openmetrics-text; version=1.0.0") == isOpenMetrics)
    #expect(reply.body.hasSuffix("# EOF\n") == isOpenMetrics)
  }

  @Test("an answer of the supervisor that comes too late is not used for a later request")
  func late() throws {
    let pair = try DescriptorPair.connection()
    let server = MonitorServer(pair.first.number)
    #expect(server.status() == nil)
    // Nothing is requested as long as one answer is owed.
    #expect(server.status() == nil)
    pair.second.setNonblocking()
    var buffer = LineBuffer()
    #expect(buffer.lines(from: pair.second.number)?.count == 1)
    _ = MessageStream.send(
      MessageStream.bytes(of: status(Scenario.starting)), to: pair.second.number)
    #expect(server.status() == nil)
    #expect(buffer.lines(from: pair.second.number)?.count == 1)
  }

  // Probes and metrics failed as soon as the status was above 1 MiB.
  @Test("a status of 2,000 islands arrives, also after one that comes too late")
  func islands() throws {
    let pair = try DescriptorPair.connection()
    let (bytes, other) = (
      MessageStream.bytes(of: SupervisorStatus.ofManyIslands), pair.second.number
    )
    Thread.detachNewThread { _ = MessageStream.send(bytes, to: other, blocking: true) }
    let patient = MonitorServer(pair.first.number, patience: .seconds(60))
    #expect(patient.status()?.islands?.count == 2_000)
    let hasty = MonitorServer(pair.first.number, patience: .zero)
    #expect(hasty.status() == nil)
    Thread.detachNewThread { _ = MessageStream.send(bytes, to: other, blocking: true) }
    // It requests nothing before it has read all of the late answer: the third request is the one after that.
    var (requests, buffer) = (0, LineBuffer())
    let deadline = ContinuousClock.now + .seconds(60)
    while requests < 3, .now < deadline {
      #expect(hasty.status() == nil)
      requests += buffer.lines(from: other)?.count ?? 0
    }
    #expect(requests == 3)
  }

  @Test("a supervisor that has ended, or answers something else, gives no status")
  func ended() throws {
    let pair = try DescriptorPair.connection()
    let server = MonitorServer(pair.first.number)
    _ = MessageStream.send(Array("{}\n".utf8), to: pair.second.number)
    #expect(server.status() == nil)
    shutdown(pair.second.number, Int32(SHUT_RDWR))
    #expect(server.status() == nil)
  }
}
