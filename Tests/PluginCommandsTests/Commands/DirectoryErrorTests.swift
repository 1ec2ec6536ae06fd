@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("Directories that can't be read")
struct DirectoryErrorTests {
  @Test("a missing one is a usage error that names it", arguments: ["list", "validate", "run"])
  func missing(command: String) async {
    let outcome = await host(command, "/nowhere/at/all")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error.hasPrefix(
        "host: the plugin directory /nowhere/at/all does not exist [plugin/directory-missing]\n"))
    #expect(outcome.error.hasSuffix("  see `host help \(command)`\n"))
  }

  @Test("the error for one in the environment names the variable")
  func fromEnvironment() async {
    let outcome = await host("list", environment: ["CLEANSE_PLUGIN_PATH": "/nowhere"])
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains(
        "/nowhere does not exist [plugin/directory-missing] (named by CLEANSE_PLUGIN_PATH)\n"))
  }

  @Test("without a named directory and ./plugins, the error shows how to name one")
  func standard() async {
    let outcome = await host("list")
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        host: no plugin directory is named, and there is no directory ./plugins
          name one on the command line, or set CLEANSE_PLUGIN_PATH
          see `host help list`

        """)
  }

  @Test("a file is not a directory")
  func file() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let outcome = await host("list", "\(directory.path)/text.so")
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix(
        "host: \(directory.path)/text.so is not a directory [plugin/not-a-directory]\n"))
  }

  @Test("one that the system refuses to read is a host failure with the cause")
  func unreadable() async throws {
    let directory = try TemporaryDirectory()
    let loop = try directory.addLoop("loop")
    let outcome = await host("list", loop)
    #expect(outcome.status == 3)
    #expect(outcome.error.contains(loop))
    #expect(outcome.error.contains("Too many levels of symbolic links"))
  }
}
