@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("host graph without plugins")
struct GraphCommandTests {
  @Test("draws the application alone, in DOT by default")
  func application() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(outcome.output.hasPrefix("digraph bindings {\n"))
    #expect(await host("graph", "--format", "dot", directory.path).output == outcome.output)
    let mermaid = await host("graph", "--format=mermaid", "--by=component", directory.path)
    #expect(mermaid.output.hasPrefix("flowchart LR\n  subgraph c0[\"HostComponent\"]\n"))
  }

  @Test("draws a file that is not a plugin as rejected, and fails")
  func rejected() async throws {
    let directory = try TemporaryDirectory(["text.so": "text"])
    let outcome = await host("graph", "--format", "mermaid", directory.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("  x0[\"text.so<br/>rejected#58; not-elf\"]\n"))
    #expect(outcome.error == "host: the graph has 1 error; see `host validate`\n")
  }

  @Test("draws the neighbourhood of a key, which a part of its name identifies")
  func focus() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host(
      "graph", "--format", "mermaid", "--focus", "hostroot", "--depth", "0", directory.path)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        "---\ntitle: \"1 of 4, within 0 requests of PluginCommandsTests.HostRoot\"\n---\nflowchart LR\n"
      ))
    #expect(!outcome.output.contains("-->"))
    let unknown = await host("graph", "--focus", "HostRot", directory.path)
    #expect(unknown.status == 2)
    #expect(unknown.output.isEmpty)
    #expect(unknown.error.contains("did you mean PluginCommandsTests.HostRoot?"))
  }

  @Test("draws the neighbourhood of the root")
  func depth() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--depth", "0", directory.path)
    #expect(outcome.output.contains("1 of 4, within 0 requests of the root"))
  }

  @Test(
    "an invalid depth is a usage error",
    arguments: ["", "-1", "two", "1.5", "99999999999999999999"])
  func wrongDepth(text: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--depth", text, directory.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("host: invalid value `\(text)` for option --depth\n"))
  }

  @Test("without Graphviz, the error names the package")
  func noGraphviz() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--format", "svg", directory.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        host: can't find dot, the Graphviz program that lays out the graph
          install the Debian package graphviz: apt-get install graphviz
          --format dot and --format mermaid do not need it

        """)
  }
}
