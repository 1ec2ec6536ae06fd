@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleanseGraphAnalysis
import CleanseTestSupport
import Glibc
import Testing

@Suite("host validate --baseline")
struct BaselineTests {
  private let files: TemporaryDirectory
  private let oddities: TemporaryDirectory
  private let baseline: String

  init() throws {
    files = try TemporaryDirectory()
    oddities = try TemporaryDirectory.ofOddities()
    baseline = "\(files.path)/known.json"
  }

  private func validate(_ options: String...) async -> Outcome {
    await host(arguments: ["validate", "--baseline", baseline] + options + [oddities.path])
  }

  private func change(_ edit: (FindingBaseline) -> FindingBaseline) throws {
    try edit(FindingBaseline(contentsOf: baseline)).write(to: baseline)
  }

  @Test("accepts the recorded findings, also with --strict and under another directory name")
  func known() async throws {
    let update = await validate("--update-baseline")
    #expect(update.status == 0)
    #expect(update.error.isEmpty)
    #expect(
      update.output == """
        2 plugins (2 rejected), 0 bindings: 0 new errors, 0 new warnings, 2 unchanged, 0 absent
        wrote 2 findings to \(baseline)

        """)
    let again = await validate("--strict")
    #expect(again.status == 0)
    #expect(
      again.output
        == "2 plugins (2 rejected), 0 bindings: 0 new errors, 0 new warnings, 2 unchanged, "
        + "0 absent\n")
    let name = "\(files.path)/elsewhere"
    try #require(symlink(oddities.path, name) == 0)
    let elsewhere = await host("validate", "--baseline", baseline, name)
    #expect(elsewhere.status == 0)
    #expect(elsewhere.output.contains("2 unchanged"))
  }

  @Test("fails for new findings, and reports absent ones without failing")
  func new() async throws {
    _ = await validate("--update-baseline")
    try change { baseline in
      FindingBaseline(
        application: baseline.application, plugins: baseline.plugins,
        entries: baseline.entries.filter { $0.code != "plugin/empty-file" } + [
          .init(identity: "x", code: "a/b", severity: .error, about: "it was odd\u{1B}")
        ])
    }
    let outcome = await validate()
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("[plugin/empty-file]"))
    #expect(!outcome.error.contains("[plugin/not-elf]"))
    #expect(
      outcome.error.hasSuffix(
        """
        absent: it was odd\\u{1B} [a/b]
          `--update-baseline` removes it from \(baseline)

        """))
    #expect(outcome.output.hasSuffix(": 1 new error, 0 new warnings, 1 unchanged, 1 absent\n"))
    let json = await validate("--format", "json")
    #expect(json.status == 1)
    #expect(json.error.isEmpty)
    #expect(json.output.contains(#""errors" : 1,"#))
    #expect(json.output.contains(#""unchanged" : ["#))
    #expect(json.output.contains(#""identity" : "x""#))
    let update = await validate("--update-baseline")
    #expect(update.status == 0)
    #expect(update.error == "absent: it was odd\\u{1B} [a/b]\n")
    #expect(try FindingBaseline(contentsOf: baseline).entries.count == 2)
  }

  @Test("treats a finding of increased severity as new")
  func severity() async throws {
    _ = await validate("--update-baseline")
    try change { baseline in
      FindingBaseline(
        application: baseline.application, plugins: baseline.plugins,
        entries: baseline.entries.map {
          .init(identity: $0.identity, code: $0.code, severity: .warning, about: $0.about)
        })
    }
    let outcome = await validate()
    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix(": 2 new errors, 0 new warnings, 0 unchanged, 0 absent\n"))
  }

  @Test("that does not exist is a usage error with the option that creates it")
  func missing() async {
    let outcome = await validate()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        host: there is no baseline \(baseline)
          create it with `--update-baseline`
          see `host help validate`

        """)
    let unnamed = await host("validate", "--update-baseline", oddities.path)
    #expect(unnamed.status == 2)
    #expect(unnamed.error.contains("option --update-baseline requires --baseline FILE"))
  }

  @Test("that is not a baseline is an error and is never overwritten", arguments: [false, true])
  func unusable(isUpdate: Bool) async throws {
    let options = isUpdate ? ["--update-baseline"] : []
    func outcome(_ file: String) async -> Outcome {
      await host(arguments: ["validate", "--baseline", file] + options + [oddities.path])
    }
    let kept = try TemporaryDirectory([
      "text": "hello\n", "empty": "", "cut": #"{"schema": "cleanse-baseline/1", "findings": ["#,
      "newer": #"{"schema": "cleanse-baseline/2"}"#, "lock": #"{"schema": "cleanse-lock/1"}"#,
      "other": #"{"schema": "cleanse-baseline/1", "application": "Shop", "findings": []}"#,
      "huge": "",
    ])
    try #require(truncate("\(kept.path)/huge", 1 << 30) == 0)
    for (name, status, message) in [
      ("text", 3, "text:1 is not a valid baseline"),
      ("empty", 3, "empty:1 is not a valid baseline"),
      ("cut", 3, "cut:1 is not a valid baseline"),
      ("newer", 3, "is `cleanse-baseline/2`, from another version of the host"),
      ("lock", 3, "field `schema` must be `cleanse-baseline/1`"),
      ("other", 2, "other is a baseline of Shop, not of PluginCommandsTests.HostComponent"),
      ("huge", 3, "huge has 1073741824 bytes, more than the limit of 67108864"),
      ("", 3, "is a directory, not a regular file"),
    ] as [(String, Int32, String)] {
      let outcome = await outcome("\(kept.path)/\(name)")
      #expect(outcome.status == status, "\(name): \(outcome.error)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains(message), "\(outcome.error)")
    }
    var status = stat()
    #expect(stat("\(kept.path)/text", &status) == 0 && status.st_size == 6)
    #expect(stat("\(kept.path)/huge", &status) == 0 && status.st_size == 1 << 30)
  }

  @Test("that can't be written is reported, and no file remains")
  func unwritable() async throws {
    let outcome = await host(
      "validate", "--baseline", "\(files.path)/none/known.json", "--update-baseline", oddities.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error
        == """
        host: can't write to \(files.path)/none/known.json: there is no directory \(files.path)/none
          create it, or specify another file

        """)
  }
}
