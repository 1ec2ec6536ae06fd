@testable import FindingReports
@testable import CleansePlugin
@testable import PluginCommands
import Synchronization
import Testing

@Suite("Commands of plugins")
struct CommandSetTests {
  private struct Fake: Command {
    let name: String
    let summary: String
    let body: @Sendable ([String], CommandStreams) throws -> Int32

    init(
      _ name: String, _ summary: String = "",
      body: @escaping @Sendable ([String], CommandStreams) throws -> Int32 = { _, _ in 0 }
    ) {
      (self.name, self.summary, self.body) = (name, summary, body)
    }

    func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
      try body(arguments, streams)
    }
  }

  private func run(
    _ commands: [Fake], _ words: String..., unused: Int = 0
  ) async -> Outcome {
    let (output, error) = (MemorySink(), MemorySink())
    let context = CommandContext(
      environment: [:],
      streams: CommandStreams(input: EmptySource(), output: output, error: error),
      releaseOutput: { try output.write("released,") })
    let status: Int32
    do {
      status = try await CommandSet(commands).run(words, unused: unused, in: context).rawValue
    } catch let usage as UsageError {
      context.report(lines: usage.lines(for: .host))
      status = 2
    } catch {
      context.report("thrown: \(error)")
      status = 3
    }
    return Outcome(status: status, output: output.text, error: error.text)
  }

  @Test("an unknown command is no mistake of the caller if a plugin is not used")
  func rejected() async {
    let outcome = await run([], "stars", unused: 2)
    #expect(outcome.status == 1)
    #expect(
      outcome.error
        == "host: unknown command `stars`; 2 plugins are not used and may contribute it\n"
        + "  no plugin contributes a command\n")
    #expect(await run([], "stars").status == 2)
  }

  @Test("arguments arrive as they were typed, after the output is free")
  func arguments() async {
    let echo = Fake("echo") { arguments, streams in
      try streams.output.write("\(arguments)")
      return 7
    }
    let outcome = await run([echo], "echo", "--format", "", "--", "-x")
    #expect(outcome.status == 7)
    #expect(outcome.output == #"released,["--format", "", "--", "-x"]"#)
  }

  @Test("a usage error has status 2, any other error status 1; both are reported and escaped")
  func errors() async {
    struct Oops: Error, CustomStringConvertible { let description = "went\u{1B} wrong" }
    let commands = [
      Fake("usage") { _, _ in throw CommandUsageError("no\nsuch") },
      Fake("oops") { _, _ in throw Oops() },
    ]
    let usage = await run(commands, "usage")
    #expect(usage.status == 2)
    #expect(usage.error == "usage: no\nsuch\n")
    let oops = await run(commands, "oops")
    #expect(oops.status == 1)
    #expect(oops.error == "oops: went\\u{1B} wrong\n")
  }

  @Test("the error of a stream is rethrown for the program to report")
  func stream() async {
    let error = StreamError(number: 32, description: "gone", isClosedByReader: true)
    let outcome = await run([Fake("x") { _, _ in throw error }], "x")
    #expect(outcome.error == "thrown: gone")
  }

  @Test("a status that would wrap around to success is invalid", arguments: [256, -1, 512, .min])
  func status(number: Int32) async {
    let outcome = await run([Fake("x") { _, _ in number }], "x")
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("\(number)"))
  }

  @Test("an unknown name lists the commands, the nearest first")
  func unknown() async {
    let outcome = await run([Fake("count"), Fake("words"), Fake("filter")], "fitler")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        host: unknown command `fitler`
          did you mean `filter`?
          the commands are filter, count, words
          see `host help run`

        """)
  }

  @Test("of two commands with one name, neither runs")
  func ambiguous() async {
    let outcome = await run([Fake("x"), Fake("x")], "x")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error == "host: 2 commands are named `x`; nothing was run\n")
  }

  @Test("the list is sorted by name")
  func list() {
    let commands = CommandSet([Fake("words", "counts\n"), Fake("filter", "filters")])
    #expect(
      commands.text(for: .none) == """
        COMMAND  SUMMARY
        filter   filters
        words    counts\\u{A}

        """)
  }
}
