@testable import CleanseFindingReports
import CleanseGraphRendering
@testable import CleansePluginCommands
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("host list")
struct ListCommandTests {
  @Test("an unusable file is in the table, with its reason on standard error")
  func rejected() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let outcome = await host("list", directory.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        IDENTIFIER  VERSION  SUMMARY  LANGUAGE  CONTRIBUTES  STATUS
        empty.so    -        -        -         -            rejected: plugin/empty-file
        text.so     -        -        -         -            rejected: plugin/not-elf

        """)
    let lines = outcome.error.split(separator: "\n")
    let text = try #require(lines.firstIndex { $0.hasSuffix("[plugin/not-elf]") })
    let empty = try #require(lines.firstIndex { $0.hasSuffix("[plugin/empty-file]") })
    #expect(empty < text)
  }

  @Test("a library that is not a plugin is shown on request")
  func all() async throws {
    let directory = try TemporaryDirectory(["script.so": "/* GNU ld script */\nGROUP ( a )\n"])
    let few = await host("list", directory.path)
    #expect(few.status == 0)
    #expect(few.output.isEmpty)
    #expect(few.error.contains("1 shared library is not a plugin; `host list --all` shows it"))
    let all = await host("list", "--all", directory.path)
    #expect(all.status == 0)
    #expect(all.output.contains("\(directory.path)/script.so  a linker script\n"))
  }

  @Test("an empty directory is a success with a hint")
  func empty() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("list", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("no plugin in \(directory.path)\n"))
  }

  @Test("JSON holds everything, in a stable order, and nothing else is on standard output")
  func json() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let outcome = await host("list", directory.path, "--format=json", "--all")
    #expect(outcome.status == 1)
    #expect(outcome.error.isEmpty)
    struct Document: Decodable {
      struct Entry: Decodable {
        let file: String
        let status: String?
        let rejection: String?
      }
      let schema: String
      let directories: [String]
      let plugins: [Entry]
      let libraries: [Entry]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    #expect(document.schema == "cleanse-list/1")
    #expect(document.directories == [directory.path])
    #expect(document.plugins.map(\.rejection) == ["plugin/empty-file", "plugin/not-elf"])
    #expect(document.plugins.map(\.status) == ["rejected", "rejected"])
    #expect(document.libraries.map(\.file) == ["\(directory.path)/script.so"])
    #expect(await host("list", directory.path, "--format=json", "--all").output == outcome.output)
  }

  @Test("on a terminal the table fits and has colours, unless they are turned off")
  func terminal() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let narrow = Terminal(width: 60, hasColor: true)
    let outcome = await host("list", directory.path, terminal: narrow)
    #expect(outcome.output.contains("\u{1B}[31mrejected"))
    #expect(outcome.error.contains("\u{1B}[31merror\u{1B}[0m: "))
    let plain = await host(
      "list", directory.path, terminal: Terminal(width: 60, hasColor: false))
    #expect(!plain.output.contains("\u{1B}"))
    for line in plain.output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 60) }
  }
}
