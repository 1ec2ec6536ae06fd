import CleanseTestSupport
import Foundation
import Testing

/// Runs Examples/LogWatch, an application with plugins and the commands of `host`.
@Suite("The application LogWatch", .blocking)
struct LogWatchTests {
  /// A directory with the plugins and a log file.
  private struct Site {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      let plugins = directory.url.appending(path: "plugins")
      try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: false)
      for library in ["libSevere.so", "libRepeats.so", "libCleanseRuntime.so", "libLogWatchAPI.so"]
      {
        try FileManager.default.copyItem(
          at: Build.products.appending(path: library), to: plugins.appending(path: library))
      }
      let example = Build.root.appending(path: "Examples/LogWatch")
      try CPlugin.compile(
        String(contentsOf: example.appending(path: "Plugins/Logfmt/logfmt.c"), encoding: .utf8),
        to: "plugins/libLogfmt.so", in: directory,
        ["-I", example.appending(path: "LogWatchAPI/CLogWatchAPI/include").path])
      try directory.write(
        """
        level=info msg="started"
        level=err msg="the disk is full"
        12:00 no pairs
        level=warn msg=slow id=1
        msg="no level"
        """, to: "app.log")
    }

    /// Runs the program, and expects that it ends.
    func logwatch(
      _ arguments: String..., environment: [String: String] = [:]
    ) throws -> HostRun {
      let outcome = try ChildProcess(
        program: Build.products.appending(path: "logwatch").path, arguments: arguments,
        environment: ChildProcess.searchPaths.merging(environment) { $1 },
        directory: directory.path
      ).run()
      #expect(!outcome.isOverdue)
      return HostRun(
        arguments: arguments, status: outcome.status,
        output: String(decoding: outcome.output, as: UTF8.self),
        errors: String(decoding: outcome.errors, as: UTF8.self))
    }
  }

  @Test("reads lines with the parser in C, and reports what the alert in Swift selects")
  func entries() throws {
    let site = try Site()
    let run = try site.logwatch("app.log")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output == """
        app.log: info: started
        app.log: error: the disk is full
        ALERT error: the disk is full
        app.log: info: 12:00 no pairs
        app.log: warning: slow
        app.log: info: msg="no level"

        """)
    let missing = try site.logwatch("gone.log")
    #expect(missing.status == 1)
    #expect(missing.errors == "logwatch: gone.log: No such file or directory\n")
    #expect(try site.logwatch("plugins").status == 2)
    #expect(try site.logwatch(".").errors == "logwatch: .: not a regular file\n")
    #expect(try site.logwatch("--help").output.hasPrefix("usage: "))
    try site.directory.write("  level=error msg=x\nlevel=error msg=a\0b\n\u{FF}", to: "odd.log")
    #expect(
      try site.logwatch("odd.log").output
        == "odd.log: error: x\nALERT error: x\nodd.log: info: level=error msg=a\0b\nodd.log: info: \u{FF}\n"
    )
    for wrong in [[], ["-x"], ["--follow"]] {
      let run = try ChildProcess(
        program: Build.products.appending(path: "logwatch").path, arguments: wrong,
        environment: ChildProcess.searchPaths
      ).run()
      #expect(run.status == 2)
    }
  }

  @Test(
    "is confined by the permissions of its policy file",
    .enabled(if: confinesPlugins, "the system has neither Landlock nor seccomp"))
  func permissions() throws {
    let site = try Site()
    let expected = try site.logwatch("app.log").output
    try site.directory.write(#"{"permissions": {}}"#.utf8, to: "logwatch.json")
    let refused = try site.logwatch("app.log")
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.errors == "logwatch: app.log: Permission denied\n")
    try site.directory.write(
      "{\"permissions\": {\"read\": [\"\(site.directory.path(of: "app.log"))\"]}}".utf8,
      to: "logwatch.json")
    let allowed = try site.logwatch("app.log")
    #expect(allowed.output == expected, "\(allowed.errors)")
  }

  @Test("a plugin contributes to the subcomponent of each file")
  func subcomponents() throws {
    let site = try Site()
    try site.directory.write("a\na\nb\na\n", to: "one.log")
    try site.directory.write("a\na\na\na\n", to: "two.log")
    let run = try site.logwatch("one.log", "two.log")
    #expect(run.output.hasSuffix("two.log: info: a\nALERT 3 times: a\ntwo.log: info: a\n"))
    #expect(run.output.split(separator: "ALERT").count == 2, "\(run.output)")
    let why = try site.logwatch("plugins", "why", "Alert")
    #expect(why.output.contains(/logwatch\.repeats .*logwatch\.FileComponent/))
    let fragment = try site.logwatch(
      "plugins", "fragment", "--output", "fragments", "plugins/libRepeats.so",
      "plugins/libSevere.so",
      "plugins/libLogfmt.so")
    #expect(fragment.status == 0, "\(fragment.errors)")
    let linked = try site.logwatch("plugins", "validate", "--graph", "fragments")
    #expect(linked.output == (try site.logwatch("plugins", "validate")).output, "\(linked.errors)")
    // Not a plugin of another application.
    let elsewhere = try host("validate", "plugins", in: site.directory)
    #expect(elsewhere.errors.contains("[cleanse/missing-subcomponent]"), "\(elsewhere.errors)")
  }

  @Test("does not suggest options of its commands when it loads plugins itself")
  func suggestions() throws {
    let site = try Site()
    var plugin = OptionPlugin()
    plugin.options = #"{"server": {"type": "string", "required": true, "summary": "The server"}}"#
    plugin.parameters = [("void", "void")]
    plugin.statements = ""
    try plugin.build("plugins/options.so", in: site.directory)
    let run = try site.logwatch("app.log")
    #expect(run.errors.contains("[plugin/missing-option]"), "\(run.errors)")
    #expect(!run.errors.contains("--set"), "\(run.errors)")
    #expect(try site.logwatch("plugins", "validate").errors.contains("or pass `--set"))
  }

  // The application suggested `host lock`, which locks the plugins of another application.
  @Test("suggests its own commands when it loads plugins itself")
  func suggestedCommands() throws {
    let site = try Site()
    #expect(try site.logwatch("plugins", "lock").status == 0)
    try site.directory.write(#"{"lock": {"locked": true}}"#.utf8, to: "logwatch.json")
    try FileManager.default.removeItem(atPath: site.directory.path(of: "plugins/libRepeats.so"))
    let run = try site.logwatch("app.log")
    let fix =
      "fix: restore it; or, if the removal is intended, update the lock: `logwatch plugins lock"
    #expect(run.errors.contains(fix), "\(run.errors)")
    #expect(!run.errors.contains("`host"), "\(run.errors)")
    #expect(try site.logwatch("plugins", "validate").errors.contains(fix))
  }

  @Test("follows a file that grows")
  func follow() throws {
    let site = try Site()
    let output = try Shell.run(
      """
      "$LOGWATCH" --follow app.log > out & process=$!
      trap 'kill $process' EXIT
      await() { for i in $(seq 200); do grep -q "$1" out && return; sleep 0.05; done; return 1; }
      await 'slow'
      printf '\\nlevel=error msg="again' >> app.log
      printf '"\\n' >> app.log
      await 'ALERT error: again'
      printf 'level=error msg=short\\n' > app.log
      await 'ALERT error: short'
      printf 'level=error msg="a longer text than before, in another file"\\n' > new
      rm app.log
      sleep 0.5
      mv new app.log
      await 'ALERT error: a longer text'
      cat out
      """, in: site.directory,
      environment: ["LOGWATCH": Build.products.appending(path: "logwatch").path])
    #expect(output.contains("app.log: info: msg=\"no level\"\napp.log: error: again\n"))
  }

  @Test("the application and its commands use the same settings")
  func settings() throws {
    let site = try Site()
    let severe = "org.cleanse.examples.logwatch.severe"
    try site.directory.write(
      #"""
      {
        "plugins": {"\#(severe)": {"options": {"level": "warning", "ignored": ["disk"]}}}
      }
      """#, to: "logwatch.json")
    #expect(try site.logwatch("app.log").output.contains("ALERT warning: slow"))
    #expect(try !site.logwatch("app.log").output.contains("ALERT error"))
    let config = try site.logwatch("plugins", "config")
    #expect(config.output.contains(/options\.level +warning +logwatch\.json:2/))
    let variable = ["CLEANSE_OPTION_ORG_CLEANSE_EXAMPLES_LOGWATCH_SEVERE__LEVEL": "info"]
    #expect(
      try site.logwatch("app.log", environment: variable).output.contains("ALERT info: started"))
    try site.directory.write(
      #"{"plugins": {"\#(severe)": {"options": {"level": "wrong"}}}}"#, to: "logwatch.json")
    let invalid = try site.logwatch("app.log")
    #expect(invalid.status == 1 && invalid.output.isEmpty)
    for run in [invalid, try site.logwatch("plugins", "validate")] {
      #expect(run.status == 1)
      #expect(run.errors.contains("[plugin/invalid-option]\n  at logwatch.json:1, from \(severe)"))
    }
    try site.directory.write("{\n", to: "logwatch.json")
    let malformed = try site.logwatch("app.log")
    #expect(
      malformed.status == 1 && malformed.errors.hasPrefix("logwatch: logwatch.json:2 is not JSON"))
  }

  @Test("what is left out is reported, and a locked set is not changed")
  func trust() throws {
    let site = try Site()
    #expect(try site.logwatch("plugins", "lock").status == 0)
    try site.directory.write(#"{"lock": {"locked": true}}"#, to: "logwatch.json")
    #expect(try site.logwatch("app.log").status == 0)
    try site.directory.write("x", to: "plugins/bad.so")
    let refused = try site.logwatch("app.log")
    #expect(refused.status == 1 && refused.errors.contains("[plugin/not-elf]"))
    #expect(refused.errors.split(separator: "not-elf").count == 2, "it is reported twice")
    try site.directory.write(
      #"{"lock": {"locked": true}, "onFailure": "leave-out"}"#, to: "logwatch.json")
    let left = try site.logwatch("app.log")
    #expect(left.status == 0 && left.errors.contains("[plugin/left-out]"))
    // With `strict`, that is a warning too many, before and after anything is loaded.
    try site.directory.write(#"{"strict": true, "onFailure": "leave-out"}"#, to: "logwatch.json")
    let strict = try site.logwatch("app.log")
    #expect(strict.status == 1 && strict.output.isEmpty)
    #expect(strict.errors.hasPrefix("logwatch: error: "))
    #expect(strict.errors.contains("(plugin/not-elf) [plugin/left-out]"))
    #expect(strict.errors.contains("warnings count as errors, as the settings are strict"))
    try FileManager.default.removeItem(atPath: site.directory.path(of: "plugins/bad.so"))
    var unused = OptionPlugin()
    (unused.options, unused.provided) = ("{}", "double @unused")
    unused.parameters = [("void", "void")]
    unused.statements = ""
    try unused.build("plugins/unused.so", in: site.directory)
    #expect(try site.logwatch("plugins", "validate").status == 1)
    let warned = try site.logwatch("app.log")
    #expect(warned.status == 1 && warned.output.isEmpty)
    #expect(warned.errors.contains("[cleanse/unused-binding]"))
    try FileManager.default.removeItem(atPath: site.directory.path(of: "plugins/unused.so"))
    try site.directory.write(#"{"strict": true}"#, to: "logwatch.json")
    #expect(try site.logwatch("app.log").errors.isEmpty)
  }

  @Test("has the commands of host for its own component, under its own name")
  func commands() throws {
    let site = try Site()
    let validated = try site.logwatch("plugins", "validate", "--strict")
    #expect(validated.status == 0 && validated.errors.isEmpty, "\(validated.errors)")
    let why = try site.logwatch("plugins", "why", "LineParser")
    #expect(why.output.contains("logwatch.FileComponent"))
    let names = try site.logwatch("plugins", "completions", "--complete", "--", "plugins", "")
      .output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(names.contains("validate") && names.contains("doctor") && names.count > 15)
    let help = try site.logwatch("plugins", "help")
    #expect(help.output.hasPrefix("logwatch plugins: inspect and check plugins\n"))
    #expect(help.output.contains("\nUsage: logwatch plugins COMMAND [OPTION]...\n"))
    #expect(help.output.contains("`logwatch plugins help COMMAND` shows the help of a command"))
    var texts = [help.output]
    for name in names {
      let text = try site.logwatch("plugins", "help", name).output
      #expect(text.hasPrefix("logwatch plugins \(name): "))
      texts.append(text)
      // Without operands, and with a wrong one.
      texts.append(try site.logwatch("plugins", name).errors)
      texts.append(try site.logwatch("plugins", name, "--wrong").errors)
      texts.append(try site.logwatch("plugins", name, "gone").errors)
    }
    for absent in ["run", "serve"] {
      let run = try site.logwatch("plugins", absent)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("logwatch plugins: unknown command `\(absent)`\n"))
    }
    for text in texts {
      let words = text.split { !$0.isLetter && $0 != "." }
      for (first, second) in zip(words, words.dropFirst()) where first == "host" {
        #expect(!(names + ["run", "serve"]).contains(String(second)), "\(text)")
      }
      #expect(!text.contains("host.json") && !text.hasPrefix("host: "), "\(text)")
    }
  }

  @Test("runs without plugins, unless a setting names a directory that is not there")
  func withoutPlugins() throws {
    let site = try Site()
    try FileManager.default.removeItem(atPath: site.directory.path(of: "plugins"))
    #expect(try site.logwatch("app.log").output.hasPrefix("app.log: info: level=info msg="))
    try site.directory.write(#"{"directories": ["gone"]}"#, to: "logwatch.json")
    let named = try site.logwatch("app.log")
    #expect(named.status == 1)
    #expect(
      named.errors.hasSuffix("  set `directories` in logwatch.json, or CLEANSE_PLUGIN_PATH\n"))
  }
}
