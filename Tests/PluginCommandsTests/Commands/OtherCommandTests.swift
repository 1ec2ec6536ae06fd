@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("host show, validate and run without plugins")
struct OtherCommandTests {
  @Test("show requires an identifier")
  func showNothing() async {
    #expect(await host("show").status == 2)
    #expect(await host("show").error.hasPrefix("host: `host show` requires the identifier"))
  }

  @Test("show with only a directory reports what was interpreted as the identifier")
  func showDirectory() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("show", directory.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains("`\(directory.path)` was interpreted as the identifier of a plugin"))
  }

  @Test("show accepts a file name, and suggests the nearest for an unknown one")
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

  @Test("show accepts a path to the file, with or without a directory")
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

  @Test("show lists the available plugins in alphabetical order")
  func showFarName() async throws {
    let two = try TemporaryDirectory.ofOddities()
    #expect(
      await host("show", two.path, "xyz").error.contains("the plugins are empty.so, text.so\n"))
    let one = try TemporaryDirectory(["text.so": "text"])
    #expect(await host("show", one.path, "xyz").error.contains("the only plugin is text.so\n"))
  }

  @Test("validate counts its findings")
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

  // With --strict, it was a success, so a CI job with a mistyped directory passed.
  @Test("validate of an empty directory is a warning, and an error with --strict")
  func validateNothing() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("validate", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "0 plugins, 0 bindings: 0 errors, 1 warning\n")
    #expect(
      outcome.error.hasPrefix(
        "warning: no plugin was found in \(directory.path) [plugin/none-found]\n"))
    #expect(await host("validate", "--strict", directory.path).status == 1)
    for options in [["--allow-empty"], ["--severity", "plugin/none-found=ignore"]] {
      let allowed = await host(arguments: ["validate", "--strict"] + options + [directory.path])
      #expect(allowed.status == 0)
      #expect(allowed.error.isEmpty)
    }
    // Another command has nothing to check.
    #expect(await host("list", directory.path).status == 0)
  }

  // Nothing explained why an installed library was no plugin.
  @Test("validate without a plugin names the libraries that were not inspected")
  func validateOverlooked() async throws {
    let directory = try TemporaryDirectory([
      "libwords.so.1.2": "", "sub/words.so": "", ".hidden.so": "",
    ])
    try directory.link("libwords.so.1", to: "libwords.so.1.2")
    let outcome = await host("validate", directory.path)
    #expect(outcome.status == 0)
    expectGolden(
      outcome.error.replacing(directory.path, with: "DIRECTORY"), "none-found-overlooked",
      terminator: "")
    let all = await host("list", "--all", directory.path)
    for line in [
      "\(directory.path)/libwords.so.1  its name does not end in .so\n",
      "\(directory.path)/sub/words.so   subdirectories are not searched for plugins\n",
    ] {
      #expect(all.output.contains(line))
    }
    let few = await host("list", directory.path)
    #expect(few.output.isEmpty)
    #expect(
      few.error.contains(
        "  \(directory.path)/libwords.so.1 was not inspected: its name does not end in .so\n"))
    let doctor = await host("doctor", "--no-config", directory.path)
    #expect(
      doctor.output.contains(
        "\(directory.path)/sub/words.so is not inspected: subdirectories are not searched"))
  }

  // Nothing was reported, so a mistyped name among several went unnoticed.
  @Test("validate of an empty directory and another one has a note")
  func validateEmptyAndFull() async throws {
    let (full, empty) = (try TemporaryDirectory.ofOddities(), try TemporaryDirectory())
    try empty.write("/* GNU ld script */\nGROUP ( a )\n", to: "script.so")
    let note = "note: no plugin was found in \(empty.path) [plugin/empty-directory]\n"
    let outcome = await host("validate", full.path, empty.path)
    #expect(outcome.output.contains(": 2 errors, 0 warnings\n"))
    #expect(outcome.error.contains(note), "\(outcome.error)")
    let raised = await host(
      "validate", "--severity", "plugin/empty-directory=error", full.path, empty.path)
    #expect(raised.output.contains(": 3 errors, 0 warnings\n"))
    let allowed = await host("validate", "--allow-empty", full.path, empty.path)
    #expect(!allowed.error.contains("[plugin/empty-directory]"))
    // A directory whose files have been listed under another name is not empty.
    let twice = await host("validate", full.path, full.path + "/.")
    #expect(!twice.error.contains("[plugin/empty-directory]"))
    let listed = await host("list", full.path, empty.path)
    #expect(listed.error.hasSuffix("\nno plugin in \(empty.path)\n"), "\(listed.error)")
  }

  @Test("run without a command lists the available ones")
  func runNothing() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("run", directory.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error == "no plugin contributes a command\n")
    #expect(await host("run", directory.path, "--").status == 2)
    #expect(await host("run", directory.path, "--", "filter").status == 2)
  }

  @Test("run refuses an unusable file, unless it may leave it out")
  func runStrictly() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let refused = await host("run", directory.path)
    #expect(refused.status == 1)
    #expect(refused.error.contains("[plugin/not-elf]"))
    #expect(refused.error.hasSuffix("host: 2 plugins are rejected; nothing was run\n"))
    let lenient = await host("run", "--on-failure", "leave-out", directory.path)
    // No plugin is left to run.
    #expect(lenient.status == 1)
    #expect(lenient.error.contains("(plugin/not-elf) [plugin/left-out]"))
    let strict = await host("run", "--strict", "--on-failure", "leave-out", directory.path)
    #expect(strict.status == 1)
    // It said that the plugins don't fit together.
    let reason = "host: 2 warnings count as errors, as the settings are strict; nothing was run\n"
    #expect(strict.error.hasSuffix(reason), "\(strict.error)")
  }

  @Test("a command without `--` gets a hint")
  func runForgotten() async {
    let outcome = await host("run", "filter")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("write the command after `--`: `host run -- filter`"))
  }
}
