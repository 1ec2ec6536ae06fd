import CleanseTestSupport
import Foundation
import Testing

@Suite("On a terminal", .blocking)
struct TerminalTests {
  private static let escape: Character = "\u{1B}"

  @Test("a table fits the width and is coloured", arguments: [50, 80, 120] as [UInt16])
  func table(columns: UInt16) throws {
    let run = try host(
      "list", Build.plugins.path, environment: ["TERM": "xterm"],
      output: .terminal(columns: columns))
    #expect(run.status == 0)
    #expect(run.output.contains(Self.escape))
    let plain = run.output.replacing(/\u{1B}\[[0-9]*m/, with: "")
    #expect(!plain.contains(Self.escape))
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= columns })
    #expect(plain.contains("IDENTIFIER"))
    #expect(plain.split(separator: "\n").count == 15)
    // It was outside of a terminal of 50 columns.
    #expect(plain.contains("STATUS\n"))
  }

  // Columns to the right of the terminal were not written.
  @Test("on a narrow terminal, nothing is left out", arguments: [["why"], ["show"], ["islands"]])
  func narrow(command: [String]) throws {
    let subject = ["why": ["Filter"], "show": ["org.cleanse.samples.form"]][command[0]] ?? []
    let arguments = command + [Build.plugins.path] + subject
    let run = try host(
      arguments: arguments, environment: ["TERM": "dumb"], output: .terminal(columns: 30))
    #expect(run.status == 0)
    let piped = try host(arguments: arguments)
    func words(_ run: HostRun) -> Set<Substring> {
      Set(run.output.split(whereSeparator: \.isWhitespace))
    }
    var missing = words(piped).subtracting(words(run))
    // Names may be shortened in their middle, where they are often the same; what is left still distinguishes them.
    for word in words(run) where word.contains("…") {
      let ends = word.split(separator: "…", omittingEmptySubsequences: false)
      let meant = words(piped).filter { $0.hasPrefix(ends[0]) && $0.hasSuffix(ends[1]) }
      #expect(meant.count == 1, "\(word): \(meant)")
      missing.subtract(meant)
    }
    #expect(missing == [])
  }

  @Test("a table is as wide as needed if there is space, with the same text as in a pipe")
  func wide() throws {
    let run = try host(
      "list", Build.plugins.path, environment: ["TERM": "xterm", "NO_COLOR": "1"],
      output: .terminal(columns: 500))
    let piped = try host("list", Build.plugins.path)
    #expect(run.output == piped.output)
  }

  @Test(
    "there are no colours for users who disable them",
    arguments: [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"]])
  func plain(environment: [String: String]) throws {
    let run = try host(
      "list", Build.plugins.path, environment: environment, output: .terminal(columns: 80))
    #expect(run.status == 0)
    #expect(!run.output.contains(Self.escape))
  }

  @Test(
    "in a pipe there are neither colours nor a width",
    arguments: [["list"], ["show"], ["validate"], ["run"]])
  func pipe(command: [String]) throws {
    let directory = try TemporaryDirectory(broken: ["Chatty", "Refusing"])
    let operands = command == ["show"] ? [".", "org.cleanse.broken.refusing"] : ["."]
    let run = try host(
      arguments: command + operands, in: directory,
      environment: ["TERM": "xterm", "COLUMNS": "20"])
    #expect(!run.output.contains(Self.escape) && !run.errors.contains(Self.escape))
    #expect(!run.output.contains("…"))
  }
}
