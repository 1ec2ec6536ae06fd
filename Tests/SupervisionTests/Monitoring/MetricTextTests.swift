@testable import CleanseSupervision
import Testing

@Suite("Metrics as text")
struct MetricTextTests {
  private func text(_ format: MetricText.Format) -> String {
    var text = MetricText(format)
    text.add("a_build", .info, "Program.", [.init(["version": "1"], 1)])
    text.add("a_runs", .counter, "Runs.", 3)
    text.add("a_cpu_seconds", .counter, unit: "seconds", "CPU.", [.init(["role": "x"], 1.5)])
    text.add("a_empty", .gauge, "Nothing.", [])
    text.add("a_none", .gauge, "Nothing.", nil)
    return text.text
  }

  @Test("have types, units and an end in OpenMetrics")
  func openMetrics() {
    #expect(
      text(.openMetrics) == """
        # TYPE a_build info
        # HELP a_build Program.
        a_build_info{version="1"} 1
        # TYPE a_runs counter
        # HELP a_runs Runs.
        a_runs_total 3
        # TYPE a_cpu_seconds counter
        # UNIT a_cpu_seconds seconds
        # HELP a_cpu_seconds CPU.
        a_cpu_seconds_total{role="x"} 1.5
        # EOF

        """)
  }

  @Test("are of the types that Prometheus had before")
  func prometheus() {
    #expect(
      text(.prometheus) == """
        # HELP a_build_info Program.
        # TYPE a_build_info gauge
        a_build_info{version="1"} 1
        # HELP a_runs_total Runs.
        # TYPE a_runs_total counter
        a_runs_total 3
        # HELP a_cpu_seconds_total CPU.
        # TYPE a_cpu_seconds_total counter
        a_cpu_seconds_total{role="x"} 1.5

        """)
  }

  @Test("a hostile name stays within its label")
  func escaped() {
    var text = MetricText(.openMetrics)
    text.add("a", .gauge, "A.", [.init(["name": "\"} 1\n# EOF\\\u{1F300}\r\n"], 1)])
    #expect(text.text.contains("a{name=\"\\\"} 1\\n# EOF\\\\\u{1F300}\r\\n\"} 1\n"))
    #expect(text.text.utf8.split(separator: UInt8(ascii: "\n")).count == 4)
  }

  @Test("two samples never have the same labels")
  func distinct() {
    var text = MetricText(.openMetrics)
    text.add("a", .gauge, "A.", [.init(["n": "x"], 1), .init(["n": "y"], 2), .init(["n": "x"], 3)])
    #expect(text.text.contains("a{n=\"x\"} 1\na{n=\"y\"} 2\n# EOF"))
  }
}
