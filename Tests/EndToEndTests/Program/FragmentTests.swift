import CleanseTestSupport
import Foundation
import Testing

@Suite("host fragment and host validate --graph", .blocking)
struct FragmentTests {
  /// Writes the fragments of a directory's plugins into its directory `fragments`.
  private func fragments(
    of plugins: [String], in directory: TemporaryDirectory
  ) throws -> HostRun {
    try host(
      arguments: ["fragment", "--output", "fragments"] + plugins, in: directory)
  }

  /// The codes of the findings, repeated as often as reported, without those that only a fragment has.
  private func codes(_ run: HostRun) throws -> [String] {
    let findings = try #require(try run.json()["findings"] as? [[String: Any]])
    return findings.compactMap { $0["code"] as? String }
      .filter { $0 != "plugin/validator-not-run" }.sorted()
  }

  private func text(of member: String, in run: HostRun) throws -> String {
    let value = try #require(try run.json()[member])
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }

  private func compare(_ plugins: String, _ fragments: String, in directory: TemporaryDirectory)
    throws
  {
    let whole = try host("validate", "--format", "json", plugins, in: directory)
    let linked = try host("validate", "--format", "json", "--graph", fragments, in: directory)
    #expect(linked.status == whole.status)
    #expect(try codes(linked) == codes(whole))
    for member in ["plugins", "bindings", "errors"] {
      let (own, other) = (try text(of: member, in: linked), try text(of: member, in: whole))
      #expect(own == other, "\(member) differ")
    }
  }

  @Test("linking finds for the sample plugins what validate finds for their directory")
  func samples() throws {
    let directory = try TemporaryDirectory()
    let run = try fragments(of: [Build.plugins.path], in: directory)
    #expect(run.status == 0 && run.errors.isEmpty)
    expectGolden(run, "fragment-samples", in: directory)
    try compare(Build.plugins.path, "fragments", in: directory)
    let linked = try host("validate", "--graph", "fragments", in: directory)
    expectGolden(linked, "validate-fragments", in: directory)
  }

  @Test("fragments written one by one, in any order, are the same files")
  func order() throws {
    let directory = try TemporaryDirectory()
    _ = try fragments(of: [Build.plugins.path], in: directory)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path(of: "fragments"))
    #expect(names.count > 5)
    let files = try FileManager.default.contentsOfDirectory(atPath: Build.plugins.path)
      .filter { $0.hasSuffix(".so") }.sorted(by: >)
    for file in files {
      let run = try host(
        "fragment", "--output", "single", Build.plugins.appending(path: file).path, in: directory)
      #expect(run.status == 0, "\(file): \(run.errors)")
    }
    for name in names {
      #expect(
        try directory.bytes(of: "single/\(name)") == directory.bytes(of: "fragments/\(name)"),
        "\(name) differs")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path(of: "single")).count
        == names.count)
    // Written again, they are replaced by the same files.
    let before = try directory.bytes(of: "fragments/\(names[0])")
    #expect(try fragments(of: [Build.plugins.path], in: directory).status == 0)
    #expect(try directory.bytes(of: "fragments/\(names[0])") == before)
  }

  @Test(
    "linking finds for broken plugins what validate finds for them",
    arguments: [
      ["MissingPlugin"], ["DuplicateA", "DuplicateB"], ["CycleA", "CycleB"],
      ["Refusing", "Ending"],
      ["Refusing", "CycleA"], ["Trapping", "Ending"], ["Sharing"], ["Chatty"], ["Nothing"],
      ["Undeclared"], ["Unsteady"], ["Unkept"],
    ])
  func broken(plugins: [String]) throws {
    let directory = try TemporaryDirectory(broken: plugins)
    let run = try fragments(of: ["."], in: directory)
    #expect(run.status == 0 || run.status == 1)
    try compare(".", "fragments", in: directory)
  }

  @Test("a missing requirement is reported only when the fragments are linked")
  func requirement() throws {
    let directory = try TemporaryDirectory(samples: ["Statistics"])
    #expect(try fragments(of: ["."], in: directory).status == 0)
    try compare(".", "fragments", in: directory)
    let linked = try host("validate", "--graph", "fragments", in: directory)
    #expect(linked.status == 1)
    #expect(linked.errors.contains("[plugin/unmet-requirement]"))
  }

  @Test("fragments of two plugins of one identifier do not replace each other, and are duplicates")
  func twins() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try directory.copy("libEnding.so", to: "libTwin.so")
    let run = try fragments(of: ["."], in: directory)
    #expect(run.status == 3)
    expectGolden(run, "fragment-twins", in: directory)
    for (file, output) in [("libEnding.so", "one"), ("libTwin.so", "two")] {
      #expect(try host("fragment", "--output", output, "./\(file)", in: directory).status == 0)
    }
    let linked = try host("validate", "--graph", "one", "two", in: directory)
    #expect(linked.status == 1)
    expectGolden(linked, "validate-fragments-twins", in: directory)
  }

  @Test(
    "operands and an output directory are required, and options about plugins rejected",
    arguments: [
      ("usage-fragment-nothing", ["fragment"]), ("usage-fragment", ["fragment", "a.so"]),
      ("usage-fragment-plugin", ["fragment", "--output", "out", "none.so"]),
      ("usage-graph-nothing", ["validate", "--graph"]),
      ("usage-graph-exercise", ["validate", "--graph", "--exercise", "."]),
      ("usage-graph-deadline", ["validate", "--graph", "--deadline", "3", "."]),
      ("usage-graph-trust", ["validate", "--graph", "--trust", "a", "."]),
      ("usage-graph-missing", ["validate", "--graph", "none"]),
      ("usage-graph-empty", ["validate", "--graph", "."]),
    ] as [(String, [String])])
  func usage(name: String, arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let run = try host(arguments: arguments, in: directory)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(!directory.contains("out"))
    expectGolden(run, name, in: directory)
  }

  @Test(
    "fragments that can't be written or used are reported with status 3, and leave nothing behind")
  func unwritable() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try directory.write([], to: "file")
    var transcripts: [String] = []
    for output in ["file", "file/below", "none/below", "/proc/none", "/dev/full"] {
      let run = try host("fragment", "--output", output, "libEnding.so", in: directory)
      #expect(run.status == 3, "\(output)")
      transcripts.append(run.transcript)
    }
    #expect(try directory.bytes(of: "file").isEmpty)
    try directory.write("{}".utf8, to: "other/a.json")
    let other = try host("validate", "--graph", "other", in: directory)
    #expect(other.status == 3)
    transcripts.append(other.transcript)
    let text = transcripts.joined(separator: "\n")
    expectGolden(
      HostRun(arguments: ["fragment"], status: 3, output: text + "\n", errors: ""),
      "fragment-unwritable", in: directory)
  }

  @Test(
    "a fragment that can't be written does not affect others, and the longest identifier fits")
  func names() throws {
    let directory = try TemporaryDirectory()
    let long = "org.example." + String(repeating: "a", count: 255 - 12)
    for (file, identifier) in [
      ("a", "org.example.a"), ("long", long), ("z", "org.example.z"),
    ] {
      var plugin = CPlugin()
      plugin.identifier = identifier
      try plugin.build("plugins/\(file).so", in: directory)
    }
    let run = try fragments(of: ["plugins"], in: directory)
    #expect(run.status == 0, "\(run.transcript)")
    #expect(run.output.split(separator: "\n").count == 3)
    try compare("plugins", "fragments", in: directory)
    try directory.write("my notes".utf8, to: "fragments/org.example.a.json")
    try FileManager.default.removeItem(atPath: directory.path(of: "fragments/org.example.z.json"))
    let other = try fragments(of: ["plugins"], in: directory)
    #expect(other.status == 3)
    #expect(
      other.errors.hasPrefix(
        """
        host: fragments/org.example.a.json already exists, but can't be read as a fragment
          specify another directory, or remove this file
        warning: plugins/a.so registers no bindings
        """))
    #expect(directory.contains("fragments/org.example.z.json"))
  }

  @Test("a file that is not a fragment of the same plugin is never replaced")
  func others() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let name = "out/org.cleanse.broken.ending.json"
    for content in ["my notes", #"{"schema":"cleanse-list/1"}"#, #"{"schema":"cleanse-graph/2"}"#] {
      try directory.write(content.utf8, to: name)
      let run = try host("fragment", "--output", "out", "libEnding.so", in: directory)
      #expect(run.status == 3, "\(content)")
      #expect(try directory.bytes(of: name) == Array(content.utf8))
    }
  }
}
