@testable import CleanseFindingReports
@testable import CleansePlugin
@testable import CleansePluginCommands
@testable import CleansePluginProbing
import CleansePluginMetadata
import CleanseTestSupport
import Synchronization
import Testing

@Suite("Commands of plugins")
struct CommandNamesTests {
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

  /// The commands as the application contributes them.
  private static func names(
    _ commands: [Fake], searching directories: [String] = []
  ) -> CommandNames {
    CommandNames(of: [nil], declared: [:], searching: directories) { origins in
      origins.map { origin in
        ProbedCommands.Answer(
          origin: origin,
          commands: commands.map { DeclaredContribution(name: $0.name, summary: $0.summary) },
          failures: [])
      }
    }
  }

  /// Runs a command as the program does.
  private static func run(
    _ words: [String], _ names: CommandNames, _ sources: [CommandSource], unused: Int = 0,
    in context: CommandContext
  ) async throws -> Int32 {
    guard let entry = try names.command(named: words.first, unused: unused, in: context) else {
      return 1
    }
    return try await LoadedCommands(of: entry.origin, among: sources).run(words, in: context)
      .rawValue
  }

  private func run(
    _ commands: [Fake], _ words: String..., unused: Int = 0, searching directories: [String] = []
  ) async -> Outcome {
    let (output, error) = (MemorySink(), MemorySink())
    let context = CommandContext(
      environment: [:],
      streams: CommandStreams(input: EmptySource(), output: output, error: error),
      releaseOutput: { try output.write("released,") })
    let status: Int32
    do {
      status = try await Self.run(
        words, Self.names(commands, searching: directories),
        [CommandSource(origin: nil) { commands }], unused: unused, in: context)
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

  // Nothing explained why an installed library contributed no command.
  @Test("an unknown name that is not near to any lists the libraries that were not inspected")
  func overlooked() async throws {
    let directory = try TemporaryDirectory(["libwords.so.1": "", "sub/more.so": ""])
    let outcome = await run([Fake("count")], "filter", searching: [directory.path])
    #expect(outcome.status == 2)
    #expect(
      outcome.error.replacing(directory.path, with: "DIRECTORY") == """
        host: unknown command `filter`
          DIRECTORY/libwords.so.1 was not inspected: its name does not end in .so
          DIRECTORY/sub/more.so was not inspected: subdirectories are not searched for plugins
          the commands are count
          see `host help run`

        """)
    let near = await run([Fake("count")], "cuont", searching: [directory.path])
    #expect(!near.error.contains("was not inspected"), "\(near.error)")
  }

  @Test("of two commands with one name, neither runs")
  func ambiguous() async {
    let outcome = await run([Fake("x"), Fake("x")], "x")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == "host: 2 commands are named `x`; nothing was run\n"
        + "  from the application, the application\n")
  }

  @Test("the list is sorted by name")
  func list() throws {
    let (output, error) = (MemorySink(), MemorySink())
    let commands = Self.names([Fake("words", "counts\n"), Fake("filter", "filters")])
    #expect(
      try commands.list(
        in: CommandContext(
          environment: [:],
          streams: CommandStreams(input: EmptySource(), output: output, error: error))))
    #expect(
      output.text == """
        COMMAND  SUMMARY
        filter   filters
        words    counts\\u{A}

        """)
    #expect(error.text.isEmpty)
  }

  @Test("only the command that is run is made, and only plugins that name none are asked")
  func lazy() async throws {
    struct Failure: Error {}
    let made = Mutex<[String]>([])
    let asked = Mutex<[[String?]]>([])
    func source(_ origin: String, making names: [String]) -> CommandSource {
      CommandSource(origin: origin) {
        made.withLock { $0.append(origin) }
        if names.isEmpty { throw Failure() }
        return names.map { Fake($0) }
      }
    }
    let sources = [
      source("a", making: ["x"]), source("b", making: []), source("c", making: ["z"]),
      source("d", making: ["truth"]), source("e", making: []), source("f", making: []),
    ]
    let declared = ["a": "x", "b": "y", "d": "lie", "e": "same", "f": "same"].mapValues {
      [DeclaredContribution(name: $0, summary: "s")]
    }
    let names = CommandNames(of: sources.map(\.origin), declared: declared) { origins in
      asked.withLock { $0.append(origins) }
      return [
        ProbedCommands.Answer(
          origin: "c", commands: [DeclaredContribution(name: "z", summary: "s")],
          failures: ["no disk"])
      ]
    }
    func run(_ word: String) async throws -> Outcome {
      let (output, error) = (MemorySink(), MemorySink())
      let status = try await Self.run(
        [word], names, sources,
        in: CommandContext(
          environment: [:],
          streams: CommandStreams(input: EmptySource(), output: output, error: error)))
      return Outcome(status: status, output: output.text, error: error.text)
    }
    #expect(try await run("x").status == 0)
    #expect(made.withLock { $0 } == ["a"] && asked.withLock(\.isEmpty))
    #expect(try await run("z").status == 0)
    #expect(asked.withLock { $0 } == [["c"]])
    let failing = try await run("y")
    #expect(failing.status == 1)
    #expect(failing.error == "host: a command can't be made: Failure()\n")
    let lie = try await run("lie")
    #expect(lie.status == 1)
    #expect(
      lie.error
        == "host: d declares the command `lie`, but contributes truth; nothing was run\n")
    let same = try await run("same")
    #expect(same.error == "host: 2 commands are named `same`; nothing was run\n  from e, f\n")
    let unknown = try await run("gone")
    #expect(unknown.status == 1)
    // The command may be the one that can't be made, and was called unknown.
    #expect(
      unknown.error.hasPrefix(
        "host: a command can't be made: c: no disk\nhost: no command that can be made is named `gone`\n"
      ))
  }
}
