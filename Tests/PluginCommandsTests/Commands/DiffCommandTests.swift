@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("host diff")
struct DiffCommandTests {
  /// A lock file as `host lock` writes it.
  private static func lock(_ plugins: [(identifier: String, version: String)]) -> String {
    let entries = plugins.map { plugin in
      """
      {"identifier": "\(plugin.identifier)", "version": "\(plugin.version)", "file": "x.so", \
      "digest": "blake2b-256:\(String(repeating: "0", count: 64))", "libraries": [], \
      "stamp": {"abi": 1, "architecture": "x", "language": "c"}}
      """
    }
    return #"{"plugins": [\#(entries.joined(separator: ","))], "schema": "cleanse-lock/1"}"#
  }

  private static func files() throws -> TemporaryDirectory {
    try TemporaryDirectory([
      "a.lock": lock([("org.gone", "1.0.0"), ("org.same", "1.0.0"), ("org.up", "1.0.0")]),
      "b.lock": lock([("org.new", "1.0.0"), ("org.same", "1.0.0"), ("org.up", "2.0.0")]),
      "bad.lock": #"{"schema": "cleanse-lock/1", "#, "text": "hello",
    ])
  }

  @Test("compares the plugins of lock files")
  func locks() async throws {
    let directory = try Self.files()
    let (first, second) = ("\(directory.path)/a.lock", "\(directory.path)/b.lock")
    let outcome = await host("diff", first, second)
    #expect(outcome.status == 1)
    #expect(outcome.error.isEmpty)
    #expect(
      outcome.output == """
        plugins
          removed  org.gone: version 1.0.0, file x.so
          added    org.new: version 1.0.0, file x.so
          changed  org.up
            version: 1.0.0 → 2.0.0
        differences: 3 plugins (a lock file has no graph: only plugins were compared)

        """)
    let same = await host("diff", first, first)
    #expect(same.status == 0)
    #expect(same.output.hasPrefix("no differences (a lock file has no graph"))
    let json = await host("diff", "--format", "json", first, second)
    #expect(json.status == 1)
    #expect(json.output.contains(#""graphs" : false"#))
    #expect(!json.output.contains(#""bindings""#))
    #expect(
      await host("diff", "--format", "markdown", first, second).output
        .contains("- added `org.new`"))
  }

  @Test("against a lock file, a directory is inspected without running anything")
  func directory() async throws {
    let directory = try Self.files()
    let oddities = try TemporaryDirectory.ofOddities()
    let outcome = await host("diff", "\(directory.path)/a.lock", oddities.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("removed  org.same"))
    #expect(outcome.error.contains("[plugin/empty-file]"))
    let same = await host("diff", oddities.path, oddities.path)
    #expect(same.status == 0)
    #expect(same.output == "no differences\n")
  }

  @Test("an operand that can't be compared is an error that names the accepted kinds")
  func errors() async throws {
    let directory = try Self.files()
    let lock = "\(directory.path)/a.lock"
    for (arguments, status, message) in [
      ([], 2, "`host diff` requires two operands, not 0"),
      ([lock], 2, "`host diff` requires two operands, not 1"),
      ([lock, lock, lock], 2, "requires two operands, not 3"),
      ([lock, "\(directory.path)/none"], 2, "there is no \(directory.path)/none"),
      (["", lock], 2, "there is no \"\""),
      ([lock, "/dev/null"], 2, "/dev/null is neither a directory nor a regular file"),
      ([lock, "\(directory.path)/text"], 3, "\(directory.path)/text "),
      (
        [lock, "\(directory.path)/bad.lock"], 3, "bad.lock:1 is not a valid lock file"
      ),
      ([lock, try directory.addLoop("loop")], 3, "can't read \(directory.path)/loop"),
    ] as [([String], Int32, String)] {
      let outcome = await host(arguments: ["diff"] + arguments)
      #expect(outcome.status == status, "\(arguments)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains(message), "\(outcome.error)")
    }
  }
}
