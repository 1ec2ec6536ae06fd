import CleanseTestSupport
import Glibc
import Testing

@Suite("host validate --format --output")
struct ValidateOutputTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("a missing directory is a host failure, reported before plugins are searched for")
  func unwritable() async throws {
    let run = await host("validate", "--output", "\(directory.path)/no/x", "/nowhere")
    #expect(run.status == 3)
    #expect(
      run.error == """
        host: can't write to \(directory.path)/no/x: there is no directory \(directory.path)/no
          create it, or specify another file

        """)
  }

  @Test("findings in the baseline are marked as unchanged and do not count")
  func known() async throws {
    let oddities = try TemporaryDirectory.ofOddities()
    let baseline = "\(directory.path)/known.json"
    let options = ["validate", "--baseline", baseline]
    _ = await host(arguments: options + ["--update-baseline", oddities.path])
    try #require(unlink("\(oddities.path)/empty.so") == 0)
    try #require(symlink("nowhere", "\(oddities.path)/new.so") == 0)
    let outputs = ["sarif", "junit", "text"].flatMap {
      ["--format", $0, "--output", "\(directory.path)/\($0)"]
    }
    let run = await host(
      arguments: options + outputs + ["--format", "github", oddities.path])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("::error file=") == true)
    #expect(lines.first?.contains("/new.so,title=plugin/broken-link::") == true)
    #expect(
      lines.dropFirst().first?.hasPrefix("::notice title=plugin/empty-file::absent: ") == true)
    #expect(lines.last?.hasSuffix(": 1 new error, 0 new warnings, 1 unchanged, 1 absent") == true)

    let log = try directory.text(of: "sarif")
    for state in ["new", "unchanged"] {
      #expect(log.matches(of: /"baselineState" : "([a-z]+)"/).count { $0.1 == state } == 1)
    }
    let junit = try directory.text(of: "junit")
    #expect(junit.contains(#"tests="3" failures="1" skipped="1" errors="0""#))
    #expect(junit.contains(#"<skipped message="in the baseline"/>"#))
    let text = try directory.text(of: "text").split(separator: "\n")
    #expect(text.contains { $0.hasPrefix("absent: ") })
    #expect(text.last == lines.last)
  }

  @Test("text in a file includes the findings, and several formats are written at once")
  func several() async throws {
    let oddities = try TemporaryDirectory.ofOddities()
    func file(_ name: String) -> String { "\(directory.path)/\(name)" }
    let run = await host(
      "validate", "--format", "text", "--output", file("t"), "--format", "junit", "--output",
      file("j"), "--format", "github", oddities.path)
    #expect(run.status == 1)
    #expect(run.error.isEmpty)
    #expect(run.output.hasPrefix("::error file="))
    let shown = await host("validate", oddities.path)
    #expect(try directory.text(of: "t") == shown.error + shown.output)
    #expect(try directory.text(of: "j").hasPrefix("<?xml "))
  }
}
