@testable import PluginCommands
import CleanseTestSupport
import Testing

@Suite("host show, validate and run without plugins")
struct OtherCommandTests {
  @Test("show needs an identifier")
  func showNothing() async {
    #expect(await host("show").status == 2)
    #expect(await host("show").error.hasPrefix("host: `host show` needs the identifier"))
  }

  @Test("show with a directory alone tells what was taken for the identifier")
  func showDirectory() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("show", directory.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains("`\(directory.path)` was taken for the identifier of a plugin"))
  }

  @Test("show takes a file's name, and proposes the nearest for an unknown one")
  func show() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let outcome = await host("show", directory.path, "text.so")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("text.so\n  status         rejected: plugin/not-elf\n"))
    #expect(outcome.error.contains("[plugin/not-elf]"))
    let unknown = await host("show", directory.path, "tekst.so")
    #expect(unknown.status == 2)
    #expect(unknown.error.contains("did you mean text.so?"))
    let json = await host("show", "--format", "json", directory.path, "text.so")
    #expect(json.output.contains(#""schema" : "cleanse-show/1""#))
    #expect(json.error.isEmpty)
  }

  @Test("show takes a path to the file, with or without a directory in front")
  func showPath() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let other = try TemporaryDirectory()
    let path = "\(directory.path)/./text.so"
    for arguments in [[path], [directory.path, path]] {
      let outcome = await host(arguments: ["show"] + arguments)
      #expect(outcome.status == 1)
      #expect(outcome.output.hasPrefix("text.so\n  status         rejected: plugin/not-elf\n"))
    }
    #expect(await host("show", other.path, path).status == 2)
    #expect(await host("show", "\(other.path)/text.so").status == 2)
  }

  @Test("show names the plugins that there are in alphabetical order, or the only one")
  func showFarName() async throws {
    let two = try TemporaryDirectory.ofOddities()
    #expect(
      await host("show", two.path, "xyz").error.contains("there are empty.so, text.so\n"))
    let one = try TemporaryDirectory(["text.so": "text"])
    #expect(await host("show", one.path, "xyz").error.contains("there is text.so\n"))
  }

  @Test("validate counts what it found")
  func validate() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let outcome = await host("validate", directory.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == "2 plugins (2 rejected), 0 bindings: 2 errors, 0 warnings\n")
    #expect(outcome.error.contains("[plugin/empty-file]"))
    let json = await host("validate", "--format", "json", directory.path)
    #expect(json.status == 1)
    #expect(json.error.isEmpty)
    #expect(json.output.contains(#""schema" : "cleanse-validate/1""#))
  }

  @Test("validate of an empty directory is fine, with a hint")
  func validateNothing() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("validate", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "0 plugins, 0 bindings: 0 errors, 0 warnings\n")
    #expect(outcome.error == "no plugin in \(directory.path)\n")
  }

  @Test("run without a command lists those that there are")
  func runNothing() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("run", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error == "no plugin contributes a command\n")
    #expect(await host("run", directory.path, "--").status == 2)
    #expect(await host("run", directory.path, "--", "filter").status == 2)
  }

  @Test("run leaves an unusable file out, and strictly does not run at all")
  func runStrictly() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let lenient = await host("run", directory.path)
    // Nothing is left to run.
    #expect(lenient.status == 1)
    #expect(lenient.error.contains("[plugin/not-elf]"))
    let strict = await host("run", "--strict", directory.path)
    #expect(strict.status == 1)
    #expect(strict.error.hasSuffix("host: the plugins don't fit together; nothing was run\n"))
  }

  @Test("a command without the two hyphens gets a hint")
  func runForgotten() async {
    let outcome = await host("run", "filter")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("a command stands behind two hyphens: host run -- filter"))
  }
}
