import CleansePlugin
import CleanseTestSupport
import Testing

private struct NamedCheck: HealthCheck {
  let name: String
  let failure: String?

  func check() async throws {
    if let failure { throw NamedFailure(description: failure) }
  }
}

private struct NamedFailure: Error, CustomStringConvertible {
  let description: String
}

@Suite("The results of health checks")
struct HealthMonitorTests {
  // The state of one of two checks with one name was that of both in the metrics and the log.
  @Test("have distinct names, in the order of the checks")
  func names() async {
    let named: [(String, String?)] = [
      ("file", nil), ("file", "gone"), ("file (2)", nil), ("disk", nil), ("file", nil),
    ]
    let monitor = HealthMonitor(checks: named.map { NamedCheck(name: $0, failure: $1) })
    HealthMonitor.add(monitor)
    defer { HealthMonitor.remove(monitor) }
    let results = await HealthMonitor.results()
    #expect(results.map(\.name) == ["file", "file (3)", "file (2)", "disk", "file (4)"])
    #expect(results.map(\.failure) == [nil, "gone", nil, nil, nil])
  }
}
