@testable import CleanseFindingReports
@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleansePluginProbing
import CleanseGraphRendering
@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("The program")
struct PluginToolTests {
  @Test("without arguments it prints the help and fails")
  func nothing() async {
    let outcome = await host()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("host: inspect, check and run plugins\n"))
  }

  @Test(
    "help is printed on standard output",
    arguments: CommandGroup.allCases.flatMap(\.commands).map { $0.name })
  func help(name: String) async {
    let help = await host("help", name)
    #expect(help.status == 0)
    #expect(help.error.isEmpty)
    #expect(help.output.hasPrefix("host \(name): "))
    #expect(help.output.contains("Examples:\n  host \(name)"))
    #expect(await host(name, "--help").output == help.output)
    #expect(await host(name, "-h").output == help.output)
    #expect(await host("--help").output.contains("\n  \(name) "))
  }

  @Test("an application has the commands that it can have, and its own directories")
  func application() throws {
    let tool = PluginTool(HostComponent.self, name: "host", directories: ["a", "b"])
    let names = tool.commands.map { $0.name }
    #expect(names.contains("validate"))
    #expect(names.contains("new"))
    for absent in ["run", "serve"] {
      #expect(!names.contains(absent))
      #expect(throws: UsageError.self) { try tool.command(named: absent) }
    }
    let help = HelpText(tool.names).of(tool)
    #expect(help.hasPrefix("host: inspect and check plugins\n"))
    #expect(!help.contains("Run:"))
    #expect(Policy(directories: tool.directories).directories.value == ["a", "b"])
  }

  // The help and the manual page of `status` had neither 3 nor 4, and pages had the same four for each command.
  @Test("the help and the manual page of each command list its exit statuses")
  func statuses() throws {
    let tool = PluginTool(
      HostComponent.self, name: "host", runsCommands: true, runsServices: true)
    for command in tool.commands {
      let help = HelpText(tool.names).of(command, in: tool)
      let section = try #require(help.firstMatch(of: #/(?s)\nExit status:\n.*?\n\n/#)).output
      let listed = section.matches(of: #/(?m)^  (\d)  \S/#).compactMap { Int32($0.output.1) }
      #expect(listed == command.listedStatuses.map(\.status.rawValue), "\(section)")
      #expect(Set(listed).isSuperset(of: [0, 2, 3]), "\(section)")
      let page = try ManualPage(tool, environment: [:]).text(of: command)
      let items = page.matches(of: #/(?m)^\.It (\d)$/#).compactMap { Int32($0.output.1) }
      #expect(items == listed, "\(page)")
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help)")
      #expect(!command.details.joined(separator: " ").contains("exit status is 1"))
    }
    let status = try #require(tool.commands.first { $0.name == "status" })
    #expect(status.listedStatuses.map(\.status.rawValue) == [0, 1, 2, 3, 4])
  }

  // The help described contracts, applications and CI jobs, which ended with an error, and had an example of `run`.
  @Test("the help of an application shows only what works there")
  func applicationHelp() {
    let tool = PluginTool(HostComponent.self, name: "editor plugins", policyFile: "editor.json")
    let text = HelpText(tool.names)
    let new = text.of(NewCommand.self, in: tool)
    #expect(new.contains("Usage: editor plugins new [OPTION]... plugin NAME\n"))
    #expect(new.contains("--contributes") && new.contains("\n  editor plugins new plugin hello\n"))
    for absent in ["contract", "`ci`", "new ci", "new app", "--for", "--with-", "--language"] {
      #expect(!new.contains(absent), "\(new)")
    }
    let names = Set(tool.commands.map { $0.name })
    for command in tool.commands {
      let help = text.of(command, in: tool)
      for example in help.matches(of: #/(?m)^.*editor plugins (\w+)/#) {
        #expect(names.contains(String(example.output.1)), "\(help)")
      }
    }
  }

  @Test("plugins are not loaded in a process with several threads")
  func threads() async throws {
    // The test runner has some.
    let tool = PluginTool(AsynchronousComponent.self, name: "host")
    let error = try #require(throws: PluginToolError.self) { try tool.load() }
    #expect(error.description.hasPrefix("can't load plugins: the process has "))
    #expect(
      error.description.hasSuffix(
        "\n  call `PluginTool.load` at the beginning of `main`, before anything that starts a task or a thread"
      ))
  }

  private enum AsynchronousComponent: RootComponent, AsyncComponent {
    static func configure(binder: UnscopedBinder) {}
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { () async throws -> Int in 1 }
    }
  }

  @Test("no line of any help is wider than 80 columns")
  func width() {
    let tool = PluginTool(HostComponent.self, name: "host", runsCommands: true, runsServices: true)
    let texts =
      CommandGroup.allCases.flatMap(\.commands).map { HelpText(tool.names).of($0, in: tool) } + [
        HelpText(tool.names).of(tool)
      ]
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test("the version lists what plugins have to match, and marks an untested architecture")
  func version() async {
    #expect(await host("--version").output == Version.report(for: .host, of: "host", isHost: true))
    func report(_ architecture: String) -> String {
      Version.report(
        for: ABIStamp(
          abi: 1, architecture: architecture, language: "swift", framework: "0.1.0",
          frameworkABI: "0.1", interface: "0123456789abcdef", compiler: "Swift version 6.3.1"),
        of: "host", isHost: true)
    }
    #expect(
      report("x86_64") == """
        host \(Version.text)
        framework     0.1.0
        framework ABI 0.1
        interface     0123456789abcdef
        compiler      Swift version 6.3.1
        C interface   1
        architecture  x86_64

        """)
    #expect(report("aarch64").hasSuffix("aarch64 (untested: the tests run only on x86_64)\n"))
  }

  // The name was a mutable global, which findings read when they were made.
  @Test("a tool of an application replaces the names of host in what it writes, and nothing else")
  func names() async {
    let names = ToolNames(name: "editor plugins", policyFile: "editor.json")
    #expect(
      names.text("run `host validate`, or set it in `host.json`; the host uses host.json")
        == "run `editor plugins validate`, or set it in `editor.json`; the host uses host.json")
    #expect(
      names.text("```host run`, `lldb -- host run`, \u{600}`host list`\u{301}, `hosts`, `")
        == "```editor plugins run`, `lldb -- editor plugins run`, "
        + "\u{600}`editor plugins list`\u{301}, `hosts`, `")
    #expect(names.help("nearest host.json") == "nearest editor.json")
    #expect(
      names.command("source <(host completions bash) host help cleanse-host run")
        == "source <(editor plugins completions bash) editor plugins help cleanse-host run")
    let error = UsageError("`host list` takes no `host`", command: "list")
    #expect(
      error.lines(for: names.program).map(names.text) == [
        "editor plugins: `editor plugins list` takes no `host`",
        "  see `editor plugins help list`",
      ])
  }

  private enum Editor: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind((any Command).self).intoCollection().to { Check() }
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  private struct Check: Command {
    let name = "check"
    let summary = "Checks"
    func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
  }

  /// A context of the tool of an application.
  private func editor(
    runsCommands: Bool, streams: CommandStreams? = nil
  ) -> CommandContext {
    let sink = MemorySink()
    return CommandContext(
      environment: [:],
      streams: streams ?? CommandStreams(input: EmptySource(), output: sink, error: sink),
      outputTerminal: .none, errorTerminal: .none, releaseOutput: {},
      tool: PluginTool(Editor.self, name: "editor plugins", runsCommands: runsCommands),
      executable: nil, probe: .unavailable(for: Editor.self, because: "nothing has started it"))
  }

  // Each start of an application whose root requests no commands printed that they are never used.
  @Test("the commands that a tool runs are not unused, whether or not the root requests them")
  func requestedCommands() throws {
    for runsCommands in [true, false] {
      let context = editor(runsCommands: runsCommands)
      let arguments = try context.tool.parser(of: ValidateCommand.self).parse(["--no-config"])
      let policy = try Policy(arguments, for: ValidateCommand.name, in: context)
      let combined = CombinedGraph(
        [], BindingGraph(of: Editor.self), .found([]), judgement: policy.judgement,
        serviceLoader: CleanseServiceLoader())
      #expect(combined.findings.map(\.code) == (runsCommands ? [] : [.unusedBinding]))
    }
  }

  // The package had the directory of cleanse-host, where the plugin could never be used.
  @Test("the tool of an application makes no Debian packages")
  func applicationPackages() async {
    let errors = MemorySink()
    let context = editor(
      runsCommands: true,
      streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: errors))
    #expect(await PluginTool.execute(["build", "--deb", "--no-config"], in: context) == .usage)
    expectGolden(errors.text, "application-packages")
  }

  @Test("an unknown command is a usage error with the nearest as a hint")
  func unknown() async {
    let outcome = await host("hepl")
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        host: unknown command `hepl`
          did you mean `host help`?
          see `host help`

        """)
  }

  @Test("arguments can't act on the terminal")
  func hostileArgument() async {
    #expect(await !host("\u{1B}[2J").error.contains("\u{1B}"))
  }

  @Test("the findings of an invalid graph are reported")
  func unusableGraph() throws {
    enum Incomplete: RootComponent {
      static func configure(binder: UnscopedBinder) {}

      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to { (_: String) in 1 }
      }
    }
    let errors = MemorySink()
    let context = CommandContext(
      environment: [:],
      streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: errors))
    let error = #expect(throws: ValidationError.self) { try ComponentFactory.of(Incomplete.self) }
    #expect(PluginTool.report(try #require(error), in: context) == .findings)
    #expect(errors.text.hasPrefix("error: "))
    #expect(errors.text.contains("[cleanse/missing-binding]\n"))
    #expect(errors.text.hasSuffix("host: the plugins don't fit together\n"))
    #expect(!errors.text.contains(#"\u{A}"#))
  }

  @Test(
    "a lost result is a host failure, but a closed pipe is not",
    arguments: [true, false])
  func unwritable(isClosed: Bool) async {
    struct Broken: ByteSink {
      let error: StreamError
      func write(_ bytes: borrowing Span<UInt8>) throws { throw error }
    }
    let errors = MemorySink()
    let broken = Broken(
      error: StreamError(number: 1, description: "can't write", isClosedByReader: isClosed))
    let context = CommandContext(
      environment: [:],
      streams: CommandStreams(input: EmptySource(), output: broken, error: errors))
    #expect(
      await PluginTool.execute(["--help"], in: context) == (isClosed ? .success : .failure))
    #expect(await PluginTool.execute(["nonsense"], in: context) == .usage)
    #expect(errors.text.hasPrefix("host: can't write\n") == !isClosed)
  }
}
