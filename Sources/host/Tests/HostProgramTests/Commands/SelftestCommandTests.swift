import Cleanse
import CleansePluginHost
import Testing

@testable import HostProgram

@Suite("host selftest")
struct SelftestCommandTests {
  @Test("takes no operands")
  func operands() async {
    let outcome = await host("selftest", "plugins")
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("host: `host selftest` takes no operands\n"))
  }

  @Test("where its files can't be made, it says so and leaves nothing")
  func directory() async {
    let outcome = await host("selftest", environment: ["TMPDIR": "/nowhere"])
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == "host: can't make a directory in /nowhere: No such file or directory\n")
  }

  @Test("a fault that is not found, and a sound file that is rejected, are failures")
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
    #expect(report.summary == "4 files: 2 not told for what they are")
  }
}
