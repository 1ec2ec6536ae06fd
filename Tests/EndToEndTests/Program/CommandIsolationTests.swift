import CleanseTestSupport
import Foundation
import Testing

@Suite("Commands that fail when they are made", .blocking)
struct CommandIsolationTests {
  /// A C plugin with one command, whose factory first runs `statement`.
  private func write(
    _ name: String, first statement: String = "", listing: String? = nil,
    in directory: TemporaryDirectory
  ) throws {
    var plugin = OptionPlugin()
    plugin.identifier = "org.example.\(name)"
    plugin.command = name
    plugin.options = "{}"
    plugin.parameters = [("void", "void")]
    plugin.statements = "\(statement) fprintf(text, \"\(name)\\n\");"
    plugin.listing = listing
    try plugin.build("plugins/\(name).so", in: directory)
  }

  /// A listing of one command.
  private func listing(_ name: String) -> String {
    #"{"Command": [{"name": "\#(name)", "summary": "prints"}]}"#
  }

  @Test("a factory that ends the process affects no other command, named by the manifest or not")
  func crashes() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("bad", first: "abort();", in: directory)
    let run = try host("run", "--", "good", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "good\n")
    let list = try host("run", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "commands-crashing", in: directory)
    #expect(try host("validate", in: directory).status == 0)
    // By name, it is not made elsewhere first.
    try write("worse", first: "abort();", listing: listing("worse"), in: directory)
    #expect(try host("run", "--", "good", in: directory).status == 0)
    let worse = try host("run", "--", "worse", in: directory)
    #expect(worse.status == 128 + SIGABRT)
    #expect(worse.errors.contains("[plugin/crashed]"))
  }

  @Test("commands that manifests name are not made to list them, or to run another one")
  func lazy() throws {
    let directory = try TemporaryDirectory()
    let mark = "fclose(fopen(\"\(directory.path(of: "made"))\", \"w\"));"
    try write("marking", first: mark, listing: listing("marking"), in: directory)
    try write("good", listing: listing("good"), in: directory)
    let list = try host("run", in: directory)
    #expect(list.status == 0)
    #expect(list.output.contains(/good +prints\nmarking +prints\n/))
    #expect(try host("run", "--", "good", in: directory).output == "good\n")
    #expect(!directory.contains("made"))
    #expect(try host("run", "--", "marking", in: directory).output == "marking\n")
    #expect(directory.contains("made"))
  }

  @Test("the names of commands are cached, for the same set of plugins")
  func cached() throws {
    let directory = try TemporaryDirectory()
    let mark = "fclose(fopen(\"\(directory.path(of: "made"))\", \"w\"));"
    try write("marking", first: mark, in: directory)
    let environment = ["XDG_CACHE_HOME": directory.path(of: "cache")]
    func list() throws -> Bool {
      try? FileManager.default.removeItem(atPath: directory.path(of: "made"))
      let run = try host("run", "--sandbox", "off", in: directory, environment: environment)
      #expect(run.output.contains("marking "))
      return directory.contains("made")
    }
    #expect(try list())
    #expect(try !list())
    // Another set of plugins can give the command other dependencies.
    try write("other", in: directory)
    #expect(try list())
  }

  @Test("a command that a manifest names, and the plugin does not contribute, is an error")
  func lie() throws {
    let directory = try TemporaryDirectory()
    try write("truth", listing: listing("lie"), in: directory)
    let run = try host("run", "--", "lie", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "host: org.example.truth declares the command `lie`, but contributes truth; nothing was run\n"
    )
  }

  @Test("a command of a plugin that contributes none is an error, too")
  func noCommands() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      #"""
      #include <cleanse_plugin.h>
      #include <stdbool.h>
      CLEANSE_PLUGIN_WITH(
          "org.example.bad", "1.0.0", "Binds a value", "Ada", CLEANSE_CONTRIBUTES(\#(listing("bad")))) {
        CLEANSE_VALUE("bool @empty", bool, true);
      }

      """#, to: "plugins/bad.so", in: directory)
    let run = try host("run", "--", "bad", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.hasSuffix(
        "host: org.example.bad declares the command `bad`, but contributes no command; nothing was run\n"
      ))
    let found = try host("validate", in: directory)
    #expect(found.errors.contains("or remove it from CLEANSE_CONTRIBUTES"), "\(found.errors)")
  }

  @Test("a command that two manifests name is a warning, and is not run; others are")
  func duplicates() throws {
    let directory = try TemporaryDirectory()
    try write("one", listing: listing("same"), in: directory)
    try write("two", listing: listing("same"), in: directory)
    try write("good", in: directory)
    let validated = try host("validate", in: directory)
    #expect(validated.status == 0)
    expectGolden(validated, "commands-duplicate", in: directory)
    #expect(try host("validate", "--strict", in: directory).status == 1)
    let single = try host("validate", "--strict", "--without", "org.example.two", in: directory)
    #expect(single.status == 0, "\(single.errors)")
    #expect(try host("run", "--", "good", in: directory).status == 0)
    let run = try host("run", "--", "same", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.hasSuffix(
        "host: 2 commands are named `same`; nothing was run\n  from org.example.one, org.example.two\n"
      ))
  }

  @Test("a Swift factory that fails affects no other command, and --exercise finds it")
  func exercise() throws {
    let directory = try TemporaryDirectory(broken: ["Ending", "Unmakeable"])
    #expect(try host("run", ".", "--", "end", "7", in: directory).status == 7)
    let run = try host("run", ".", "--", "unmakeable", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix("host: a command can't be made: creating [any CleansePlugin.Command]"))
    #expect(run.errors.hasSuffix("failed: there is no licence file\n"))
    #expect(try host("validate", ".", in: directory).errors.isEmpty)
    let exercised = try host("validate", "--exercise", "--strict", ".", in: directory)
    #expect(exercised.status == 1)
    expectGolden(exercised, "exercise-swift", in: directory)
    let samples = try host("validate", "--exercise", Build.plugins.path)
    #expect(samples.status == 0, "\(samples.errors)")
  }

  @Test(
    "malformed names of contributions are errors of the manifest",
    arguments: [
      (#"{"Command": "x"}"#, "must be an array of objects"),
      (#"{"Command": [{"name": "x"}]}"#, "`manifest.contributes.Command[0].summary` is missing"),
      (#"{"Command": [{"name": "", "summary": "s"}]}"#, "is empty"),
      (#"{"Command": [{"nam": "x", "summary": "s"}]}"#, "did you mean `name`?"),
      (
        #"{"Command": [{"name": "x", "summary": "s"}, {"name": "x", "summary": "s"}]}"#,
        "appears twice"
      ),
      (#"{"a b": []}"#, "is not the name of a Swift type"),
    ])
  func malformed(listing: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try write("bad", listing: listing, in: directory)
    let run = try host("list", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
