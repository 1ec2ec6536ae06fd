@testable import CleanseGraph
import CleanseSupport
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
@testable import CleansePluginProbing
@testable import CleansePluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("Arguments of the host's findings")
struct FindingArgumentTests {
  private static func report(_ symbol: String) -> CrashReport? {
    CrashReport("11 1 8\n/opt/plugins/libWords.so\t\(symbol)\t12\n".utf8)
  }

  @Test("they name the file, and are the same in any directory", arguments: Malformation.all)
  func directories(malformation: Malformation) throws {
    let scratch = try TemporaryDirectory()
    _ = try scratch.makeDirectory("a")
    _ = try scratch.makeDirectory("another directory")
    let bytes = try malformation.bytes()
    let here = try inspect(bytes, in: scratch, as: "a/plugin.so").diagnostics
    let there = try inspect(bytes, in: scratch, as: "another directory/plugin.so").diagnostics
    #expect(!here.isEmpty)
    #expect(here.map(\.arguments) == there.map(\.arguments))
    for finding in here {
      #expect(finding.arguments.first == .init("file", "plugin.so"))
      #expect(!finding.arguments.contains { $0.value.contains("/") })
    }
  }

  @Test("they name each missing library, in sorted order")
  func libraries() {
    func finding(_ names: [String]) -> Diagnostic {
      FileDefect.missingLibraries(
        names.map {
          MissingLibrary(name: $0, requester: nil, directories: [], searchesPluginDirectory: true)
        }
      ).diagnostic(of: PluginFile(path: "/opt/a.so"), origin: nil)
    }
    #expect(
      finding(["libB.so", "/x/libA.so"]).arguments == [
        .init("file", "a.so"), .init("library", "libA.so"), .init("library", "libB.so"),
      ])
    #expect(finding(["b", "a"]).arguments == finding(["a", "b", "a"]).arguments)
    let copies = ["/lib/libOne.so", "/lib/libTwo.so"].map {
      FileDefect.embeddedContract(library: $0, types: ["T"])
        .diagnostic(of: PluginFile(path: "a.so"), origin: nil).arguments
    }
    #expect(Set(copies).count == 2)
  }

  @Test("they distinguish crashes of one plugin by signal and symbol, not by address")
  func crashes() throws {
    let plugin = try SamplePlugin.inspected()
    func arguments(_ ending: ProbeOutcome.Ending) -> [Diagnostic.Argument] {
      ProbeFailure(of: plugin, ProbeOutcome(ending: ending)).diagnostic.arguments
    }
    #expect(
      arguments(.crashed(signal: 11, Self.report("read_words"))) == [
        .init("file", "libWords.so"), .init("signal", "SIGSEGV"), .init("symbol", "read_words"),
      ])
    #expect(
      arguments(.crashed(signal: 11, Self.report(""))) == arguments(.crashed(signal: 11, nil)))
    #expect(
      arguments(.crashed(signal: SIGXCPU, nil)) != arguments(.crashed(signal: SIGXFSZ, nil)))
    #expect(arguments(.excessive(limit: 1)) != arguments(.crashed(signal: SIGXCPU, nil)))
    #expect(
      arguments(.overdue(milliseconds: 1)) == arguments(.overdue(milliseconds: 2)),
      "how long it took is measured")
    #expect(arguments(.exited(status: 1)) == [.init("file", "libWords.so")])
  }

  @Test("those of plugins that fail together name none of the plugins")
  func together() throws {
    let plugins = try ["a/libA.so", "a/libB.so"].compactMap { try SamplePlugin.inspected($0) }
    let outcome = ProbeOutcome(ending: .forged)
    #expect(ProbeFailure(of: plugins, outcome).diagnostic.arguments == [])
  }

  @Test("they distinguish contributions, requirements and keys of one plugin")
  func parts() throws {
    let plugin = try SamplePlugin.description()
    let file = SignedFile(path: "x", digest: nil)
    let (a, b) = (
      SignedFile(path: "a", digest: nil, library: "/a"),
      SignedFile(path: "b", digest: nil, library: "/b")
    )
    let pairs: [(Diagnostic, Diagnostic)] = [
      (.unsigned(plugin, a), .unsigned(plugin, b)),
      (.missingContribution(plugin, "A"), .missingContribution(plugin, "B")),
      (
        .foreignSignature(plugin, file, "k1", trusted: []),
        .foreignSignature(plugin, file, "k2", trusted: [])
      ),
      (.badSignature(plugin, file, "k1"), .badSignature(plugin, file, "k2")),
    ]
    for (left, right) in pairs {
      #expect(left.code == right.code)
      #expect(left.arguments.first == .init("file", "libWords.so"))
      #expect(left.arguments != right.arguments)
    }
    let needy = PluginDescription(
      file: "plugins/needy.so",
      manifest: try PluginManifest(
        identifier: "org.example.needy", version: SemanticVersion("1.0.0"), summary: "x",
        authors: ["x"], module: "M",
        requires: ["org.a", "org.b"].map {
          try PluginRequirement(identifier: $0, range: VersionRange(">=1.0.0"))
        }), stamp: hostStamp, neededLibraries: [])
    let found = RequirementValidator.validate([
      PluginInspection(file: PluginFile(path: needy.file), outcome: .plugin(needy))
    ]).flatMap(\.diagnostics)
    #expect(
      found.map(\.arguments) == [
        [.init("file", "needy.so"), .init("requirement", "org.a")],
        [.init("file", "needy.so"), .init("requirement", "org.b")],
      ])
  }

  @Test("those of a C plugin are its signature or its reason")
  func foreign() throws {
    func arguments(_ body: String) throws -> [[Diagnostic.Argument]] {
      try ForeignPlugin(body, in: TemporaryDirectory()).probed().filter {
        $0.code != "plugin/nondeterministic"
      }
      .map(\.arguments)
    }
    let file = Diagnostic.Argument("file", "org.example.c.so")
    #expect(
      try arguments(
        """
        CLEANSE_VALUE("dubble @a", double, 2);
        host->report_error(binder, "no licence");
        """) == [
          [file, .init("signature", "dubble @a")], [file, .init("message", "no licence")],
        ])
    let thrown = try ForeignPlugin(
      "throw std::runtime_error(\"no dictionary\");", declarations: "#include <stdexcept>",
      by: .cxx,
      in: TemporaryDirectory())
    #expect(try thrown.probed().first?.arguments == [file, .init("exception", "no dictionary")])
  }
}
