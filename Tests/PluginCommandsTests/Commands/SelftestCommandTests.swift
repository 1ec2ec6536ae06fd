import FindingReports
@testable import CleanseGraph
@testable import PluginCommands
import Testing

@Suite("host selftest")
struct SelftestCommandTests {
  @Test("takes no operands")
  func operands() async {
    let outcome = await host("selftest", "plugins")
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("host: `host selftest` takes no operands\n"))
  }

  @Test("an undetected fault and a rejected valid file are failures")
  func failure() {
    let report = SelftestReport(outcomes: [
      .init(fault: "a", expected: "plugin/empty-file", found: ["plugin/empty-file"]),
      .init(fault: "b", expected: "plugin/empty-file", found: []),
      .init(fault: "c", expected: nil, found: ["plugin/not-elf"]),
      .init(fault: "d", expected: nil, found: []),
    ])
    #expect(report.status == .findings)
    #expect(report.faults.map(\.passed) == [true, false, false, true])
    #expect(
      report.text(for: .none) == """
        FILE  EXPECTED           FOUND              RESULT
        a     plugin/empty-file  plugin/empty-file  ok
        b     plugin/empty-file  -                  failed
        c     -                  plugin/not-elf     failed
        d     -                  -                  ok

        """)
    #expect(report.summary == "4 files: 2 not detected as expected")
  }
}
