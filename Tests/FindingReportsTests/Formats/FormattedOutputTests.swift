@testable import CleanseFindingReports
import CleanseTestSupport
import Testing

@Suite("Formats and their outputs")
struct FormattedOutputTests {
  private let parser = OptionParser(
    table: OptionTable([.reportFormat, .output]), command: "validate")
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func outputs(_ arguments: String...) throws -> [String] {
    let words = arguments.map { $0.hasPrefix("@") ? "\(directory.path)/\($0.dropFirst())" : $0 }
    let parsed = try parser.parse(words)
    return try FormattedOutput.all(in: parsed, for: "validate").map { output in
      let name = output.file.name.replacing("\(directory.path)/", with: "@")
      return "\(output.format.rawValue) to \(name)"
    }
  }

  @Test("are text on standard output by default")
  func standard() throws {
    #expect(try outputs() == ["text to standard output"])
    #expect(try outputs("--format", "sarif") == ["sarif to standard output"])
    #expect(try outputs("--output", "@a") == ["text to @a"])
    #expect(try outputs("--output", "-") == ["text to standard output"])
  }

  @Test("an output applies to the format before it; one before all applies to the first")
  func pairs() throws {
    #expect(
      try outputs("--format", "text", "--format", "sarif", "--output", "@a") == [
        "text to standard output", "sarif to @a",
      ])
    #expect(
      try outputs("--format", "junit", "--output", "@a", "--format", "sarif", "--output", "@b")
        == ["junit to @a", "sarif to @b"])
    #expect(
      try outputs("--output", "@a", "--format", "junit", "--format", "sarif", "--output", "@b")
        == ["junit to @a", "sarif to @b"])
    #expect(
      try outputs("--format", "json", "--output", "@a", "--format", "json", "--output", "-")
        == ["json to @a", "json to standard output"])
  }

  @Test(
    "a contradictory command line is a usage error",
    arguments: [
      (["--output", "@a", "--output", "@b"], "has no format"),
      (["--format", "json", "--output", "@a", "--output", "@b"], "has no format"),
      (
        ["--format", "json", "--format", "text", "--output", "@a", "--output", "@b"],
        "has no format"
      ),
      (
        ["--output", "@a", "--format", "json", "--output", "@b"], "has no format"
      ),
      (
        ["--format", "json", "--format", "text"],
        "formats json and text are both written to standard output"
      ),
      (
        ["--format", "json", "--output", "@a", "--format", "sarif", "--output", "@./a"],
        "formats json and sarif are both written to"
      ),
      (["--output", ""], "invalid value `` for option --output"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    let words = arguments.map { $0.hasPrefix("@") ? "\(directory.path)/\($0.dropFirst())" : $0 }
    let parsed = try parser.parse(words)
    let error = #expect(throws: UsageError.self) {
      try FormattedOutput.all(in: parsed, for: "validate")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.hints.isEmpty == false)
  }
}
