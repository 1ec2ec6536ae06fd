@testable import CleanseGraph
import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import Cleanse
import CleanseConfinement
@testable import CleansePluginMetadata
import CleanseTestSupport
import CleanseSupport
import Testing

private enum NothingComponent: RootComponent {
  static func configure(binder: UnscopedBinder) {}

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

@Suite("The wording of the probe's findings")
struct ProbeFindingTests {
  private static func report(_ frames: [(String, String, Int)]) -> CrashReport? {
    let lines = frames.map { "\($0.0)\t\($0.1)\t\($0.2)\n" }
    return CrashReport(("11 1 8\n" + lines.joined()).utf8)
  }

  /// The frames from a fault in the system's library, through the plugin, to the host.
  private static let calls = report([
    ("/lib/libc.so.6", "", 1_640_123), ("/opt/plugins/libWords.so", "read_dictionary", 12),
    ("/opt/plugins/libWords.so", "$s5Words0A6ModuleO9configure6binderyx_tFZ", 340),
    ("", "", 140_737), ("/usr/bin/host", "main", 99),
  ])

  private static let endings: [(name: String, ending: ProbeOutcome.Ending)] = [
    ("crashed", .crashed(signal: 11, calls)),
    ("crashed-without-report", .crashed(signal: 9, nil)),
    ("crashed-in-nothing", .crashed(signal: 11, report([("", "", 8)]))),
    ("crashed-elsewhere", .crashed(signal: 6, report([("/lib/libc.so.6", "abort", 3)]))),
    ("crashed-oddly", .crashed(signal: 64, nil)),
    ("limit-time", .crashed(signal: 24, nil)), ("limit-files", .crashed(signal: 25, calls)),
    ("exited", .exited(status: 0)), ("exited-with-failure", .exited(status: 3)),
    ("overdue", .overdue(milliseconds: 5000)), ("overdue-soon", .overdue(milliseconds: 1250)),
    ("forged", .forged), ("unreadable", .result), ("lost", .lost),
    ("limit-result", .excessive(limit: 32 << 20)),
    ("unavailable", .unavailable("fork: Resource temporarily unavailable")),
  ]

  @Test("for one plugin")
  func one() throws {
    let plugin = try SamplePlugin.inspected()
    for (name, ending) in Self.endings {
      let finding = ProbeFailure(of: plugin, ProbeOutcome(ending: ending)).diagnostic
      #expect(finding.severity == .error)
      expectGolden(finding.description, "probe-\(name)")
    }
  }

  // Each crash and each hang had the fix of a function whose parameters don't match its signature.
  @Test("for a function that is called as a test, with a fix for what happened")
  func called() throws {
    let plugin = try SamplePlugin.inspected()
    let freed = CrashReport(
      "6 0 0\n/lib/libc.so.6\tabort\t7\n/lib/libc.so.6\tfree\t8\n/usr/bin/host\t\t9\n".utf8)
    let thrown = "terminate called after throwing an instance of 'std::runtime_error'\n"
    let refused =
      "the C function f of org.example.a: it failed, and its signature has no `throws`: no"
    let cases: [(ending: ProbeOutcome.Ending, output: String, signature: String?)] = [
      (.crashed(signal: 11, Self.calls), "", "double f(double width @width)"),
      (.crashed(signal: 11, Self.calls), "", nil),
      (.crashed(signal: 6, freed), "free(): invalid pointer", "owned string f()"),
      (.crashed(signal: 6, freed), "free(): invalid pointer", "thing *f()"),
      (.crashed(signal: 6, nil), thrown, "double f()"),
      (.crashed(signal: 4, Self.calls), refused, "double f()"),
      (.crashed(signal: 6, nil), "thread panicked at src/lib.rs:1", "double f() throws @width"),
      (.crashed(signal: 24, nil), "", "double f()"),
      (.crashed(signal: 25, nil), "", "double f()"),
      (.overdue(milliseconds: 5000), "", "double f()"),
      (.overdue(milliseconds: 5000), "", nil),
      (.exited(status: 3), "", "double f()"),
      (.lost, "", "double f()"),
    ]
    let texts = cases.map { ending, output, signature in
      let outcome = ProbeOutcome(ending: ending, output: Array(output.utf8))
      let failure = ProbeFailure(
        of: plugin, outcome, while: "one of its functions is called", calling: signature)
      return "\(signature ?? "a factory in Swift") \(failure.diagnostic.message)\n"
        + "  \(failure.diagnostic.fix ?? "")"
    }
    expectGolden(texts.joined(separator: "\n"), "probe-called")
  }

  @Test("for several together")
  func several() throws {
    let plugins = [
      try SamplePlugin.inspected(), try SamplePlugin.inspected("plugins/libReport.so"),
    ]
    for (name, ending) in Self.endings {
      let finding = ProbeFailure(of: plugins, ProbeOutcome(ending: ending)).diagnostic
      expectGolden(finding.description, "probe-set-\(name)")
    }
  }

  @Test("for the validator that was running")
  func validator() throws {
    for (name, ending) in Self.endings where ["crashed", "overdue", "exited"].contains(name) {
      var outcome = ProbeOutcome(ending: ending)
      outcome.validator = RunningValidator(name: "house rules", origin: "org.example.words")
      let finding = ProbeFailure(of: [try SamplePlugin.inspected()], outcome).diagnostic
      expectGolden(finding.description, "probe-validator-\(name)")
      #expect(finding.arguments.first == .init("validator", "house rules"))
    }
  }

  // A plugin had another one's validator blamed.
  @Test("for the validator that can't have been running")
  func otherValidator() throws {
    let plugins = [
      try SamplePlugin.inspected(), try SamplePlugin.inspected("plugins/libReport.so"),
    ]
    for (name, ending) in Self.endings where ["crashed", "exited"].contains(name) {
      var outcome = ProbeOutcome(ending: ending)
      outcome.validator = RunningValidator(name: "Good", origin: "org.example.other")
      let finding = ProbeFailure(of: plugins, outcome).diagnostic
      #expect(finding.message.hasPrefix("the plugins, each of which passes alone,"))
    }
  }

  @Test("for several that leave processes only together")
  func leftTogether() throws {
    let plugins = [
      try SamplePlugin.inspected(), try SamplePlugin.inspected("plugins/libReport.so"),
    ]
    let outcome = ProbeOutcome(ending: .result, leftProcesses: 2)
    expectGolden(ProbeFailure(of: plugins, outcome).diagnostic.description, "probe-set-left")
  }

  @Test("with earlier output, and a path that a shell would split")
  func printedBefore() throws {
    let plugin = try SamplePlugin.inspected("my plugins/it's.so")
    let output = Array("reading\n\n\tdictionary \u{FFFD}\nlast words".utf8)
    let outcome = ProbeOutcome(
      ending: .exited(status: 1), output: output, outputCount: output.count)
    expectGolden(ProbeFailure(of: plugin, outcome).diagnostic.description, "probe-exited-printing")
  }

  @Test("for output, its beginning and its length")
  func printed() throws {
    let plugin = try SamplePlugin.description()
    func finding(_ text: String, count: Int? = nil) -> String {
      let output = Array(text.utf8)
      return Diagnostic.printed(
        plugin,
        ProbeOutcome(ending: .result, output: output, outputCount: count ?? output.count)
      ).description
    }
    expectGolden(finding("x"), "probe-printed-byte")
    expectGolden(finding("one\ntwo\n"), "probe-printed-lines")
    expectGolden(
      finding(String(repeating: "line\n", count: 100), count: 4 << 20), "probe-printed-much")
    expectGolden(finding(String(repeating: "ä", count: 900)), "probe-printed-long")
    expectGolden(finding("\n\n\n"), "probe-printed-nothing")
  }

  @Test("for what the sandbox has refused, once where a plugin was refused it alone as well")
  func denied() throws {
    let refusals: [Refusal] = [
      .socket(family: AF_INET, type: 1), .write("/home/ada/.cache/words"),
    ]
    let plugin = try SamplePlugin.inspected()
    let alone = try #require(Diagnostic.denied(try SamplePlugin.description(), refusals))
    expectGolden(alone.description, "probe-denied")
    let plugins = [plugin.adding([alone]), try SamplePlugin.inspected("plugins/libReport.so")]
    #expect(Diagnostic.denied(plugins, refusals) == nil)
    let together = try #require(
      Diagnostic.denied(plugins, refusals + [.execution("/bin/sh"), .signal(9, process: 1)]))
    expectGolden(together.description, "probe-set-denied")
    #expect(Diagnostic.denied(try SamplePlugin.description(), []) == nil)
  }

  // What came after the eighth refused call was not reported, of whatever kind.
  @Test("for many refused calls of one kind, with those of others, and with the end of their paths")
  func manyDenied() throws {
    var selection = RefusalSelection(limit: ProbeSandbox.limit)
    let writes = (0..<20).map { number in
      Refusal.write(FilePath("/srv/\(String(repeating: "d", count: 80))/\(number)"))
    }
    let refusals = (writes + writes + [.socket(family: AF_INET, type: 1)]).filter { refusal in
      if case .reported = selection.add(refusal) { true } else { false }
    }
    let finding = try #require(Diagnostic.denied(try SamplePlugin.description(), refusals))
    expectGolden(finding.description, "probe-many-denied")
  }

  @Test("for what the sandbox has refused and the manifest declares, with what would grant it")
  func declared() throws {
    var needs = try SystemAccess(reading: ["/srv"], writing: ["/var/lib/words", "/var/\"log"])
    (needs.connectPorts, needs.resolvesNames) = ([443], true)
    let plugin = try SamplePlugin.description(needs: needs)
    func finding(_ refusals: Refusal...) throws -> String {
      try #require(Diagnostic.denied(plugin, refusals)).description
    }
    expectGolden(
      try finding(.write("/var/lib/words/a"), .socket(family: AF_INET, type: 2)),
      "probe-denied-declared")
    #expect(try finding(.removal("/var/\"log/a")).contains(#"{"write":["/var/\"log"]}"#))
    // The text replaced the plugin's entry of `host.json`, and so its other grants.
    var grants = SandboxGrants()
    grants.plugins[plugin.manifest.identifier] = try SystemAccess(reading: ["/srv"])
    let further = try #require(
      Diagnostic.denied(plugin, [.write("/var/lib/words/a")], grants: grants))
    #expect(
      further.description.contains(#"{"read":["/srv"],"write":["/var/lib/words"]}"#),
      "\(further.description)")
    // What is declared would not allow it.
    for refusal: Refusal in [
      .write("/var/lib/wordsmith"), .write("/srv/a"), .write(nil), .execution("/bin/sh"),
      .socket(family: AF_UNIX, type: 1),
    ] {
      #expect(!(try finding(refusal)).contains("declares"))
    }
  }

  @Test(
    "for an error of a plugin that was not granted what it declares, as reading is not reported")
  func ungranted() throws {
    let needs = try SystemAccess(reading: ["/srv/words"], writing: ["/var/lib/words"])
    let plugin = PluginInspection(
      file: PluginFile(path: "plugins/libWords.so", resolvedPath: "/opt/plugins/libWords.so"),
      outcome: .plugin(try SamplePlugin.description(needs: needs)))
    let outcome = ProbeOutcome(ending: .exited(status: 1))
    var settings = ProbeSettings()
    settings.grants.plugins["org.example.words"] = try SystemAccess(reading: ["/srv"])
    func notes() -> [String] {
      ProbeResult(of: plugin, outcome, with: settings).findings.flatMap(\.notes).map(\.message)
    }
    #expect(
      notes() == [
        "it has not been granted what its manifest declares that it needs: write /var/lib/words"
      ])
    settings.grants.all = needs
    #expect(notes().isEmpty)
    settings.grants = SandboxGrants()
    settings.sandbox = .off
    #expect(notes().isEmpty)
  }

  @Test("one for all plugins where a kernel can't enforce the sandbox, and none if it is required")
  func incomplete() throws {
    var probe = PluginProbe.unavailable(for: NothingComponent.self, because: "of a test")
    func finding(_ landlock: Int, filters: Bool = true, of count: Int = 3) throws -> Diagnostic? {
      probe.sandboxFinding(
        for: try (0..<count).map { _ in try SamplePlugin.inspected() },
        on: KernelConfinement(
          landlockVersion: landlock, filtersSystemCalls: filters, announcesRefusals: filters))
    }
    expectGolden(try #require(try finding(0, filters: false)).description, "probe-incomplete")
    #expect(try finding(1) == nil)
    #expect(try finding(0, of: 0) == nil)
    // Only ports that are granted need a newer kernel.
    probe.settings.grants.plugins["org.example.words"] = SystemAccess()
    probe.settings.grants.plugins["org.example.words"]?.connectPorts = [443]
    #expect(try finding(3)?.arguments.map(\.value) == ["\(ConfinementGap.ports)"])
    #expect(try finding(4) == nil)
    for mode in [SandboxMode.require, .off] {
      probe.settings.sandbox = mode
      #expect(try finding(0) == nil)
    }
  }

  @Test("for processes left running")
  func left() throws {
    let plugin = try SamplePlugin.description()
    expectGolden(Diagnostic.leftProcesses(plugin, 1).description, "probe-left-one")
    expectGolden(Diagnostic.leftProcesses(plugin, 64).description, "probe-left-many")
  }

  @Test("for a process that has changed, or has no space left")
  func changed() throws {
    expectGolden(
      Diagnostic.noDescriptors(try SamplePlugin.description()).description,
      "probe-limit-descriptors")
    let changes = [
      "the working directory changed from /home/ann to /tmp",
      "the environment variable LANG has changed",
    ]
    expectGolden(
      Diagnostic.changedProcess(try SamplePlugin.description(), changes, lasting: []).description,
      "probe-changed-process")
    expectGolden(
      Diagnostic.changedProcess(
        try SamplePlugin.description(), changes, lasting: [changes[0]]
      ).description,
      "probe-changed-process-lasting")
  }

  @Test("for registrations and missing ones")
  func registered() throws {
    let plugin = try SamplePlugin.description()
    expectGolden(Diagnostic.registersNothing(plugin).description, "probe-registers-nothing")
    expectGolden(
      Diagnostic.missingContribution(plugin, "Command").description, "probe-missing-contribution")
    expectGolden(
      Diagnostic.undeclaredContribution(plugin, "Command", Self.binding("[any Command]", 1))
        .description,
      "probe-undeclared-contribution")
  }

  private static func binding(_ name: String, _ line: Int) -> Binding {
    Binding(
      id: 0, component: 0, key: Key(type: name, typeName: name), kind: .single,
      location: SourceLocation(
        file: "Words/WordsModule.swift", path: "/src/Words/WordsModule.swift", line: line),
      provenance: Provenance(origin: "org.example.words", modules: ["Words.WordsModule"]))
  }

  private func graph(_ bindings: [Binding]) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))],
      bindings: bindings.enumerated().map { index, binding in
        var binding = binding
        binding.id = BindingIndex(index)
        return binding
      })
  }

  @Test("for registrations that differ in the second recording")
  func unsteady() throws {
    let plugin = try SamplePlugin.description()
    func finding(_ first: [Binding], _ second: [Binding]) throws -> String {
      let difference = try #require(GraphDifference(graph(first), graph(second)))
      return Diagnostic.unsteady(plugin, difference).description
    }
    let (one, two) = (Self.binding("Words.One", 1), Self.binding("Words.Two", 2))
    expectGolden(try finding([one], [two]), "probe-unsteady")
    expectGolden(try finding([one, two], [two, one]), "probe-unsteady-order")
    let reasons = (1...4).map {
      Diagnostic("plugin/configuration-error", .error, "reason \($0)", at: one.location)
    }
    expectGolden(
      Diagnostic.refusesLater(plugin, reasons).description, "probe-unsteady-refusing")
    let many = (0..<10).map { Self.binding("Words.Many\($0)", $0) }
    expectGolden(try finding([], many), "probe-unsteady-many")
  }

  @Test("each code has a section in Documentation/Diagnostics.md")
  func documented() throws {
    let plugin = try SamplePlugin.inspected()
    let failures = Self.endings.map {
      ProbeFailure(of: plugin, ProbeOutcome(ending: $0.ending)).diagnostic.code
    }
    let codes = Set(
      failures + [
        "plugin/nondeterministic", "plugin/changed-process", "plugin/leaked-processes",
        "plugin/wrote-output",
        "plugin/undeclared-contribution", "plugin/missing-contribution",
        "plugin/no-bindings", .pluginChangedFile,
      ])
    #expect(codes.count == 14)
    let lines = Set(try Repository.text(of: "Documentation/Diagnostics.md").split(separator: "\n"))
    let unexplained = codes.filter { !lines.contains("## \($0.rawValue)"[...]) }
    #expect(unexplained.isEmpty)
  }
}
