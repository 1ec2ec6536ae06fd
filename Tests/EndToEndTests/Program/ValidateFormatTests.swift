import CleanseTestSupport
import Foundation
import FoundationXML
import Testing

@Suite("host validate for other programs", .blocking)
struct ValidateFormatTests {
  /// A directory with broken plugins, and their sources as in a job that did not build them.
  private func directory(of plugins: [String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(broken: plugins)
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "Tests"), withIntermediateDirectories: true)
    try directory.link(
      "Tests/BrokenPlugins",
      to: Build.root.appending(path: "Tests/BrokenPlugins").path(percentEncoded: false))
    return directory
  }

  @Test(
    "points at file and line of both sides, in each format of one run",
    arguments: [
      (["MissingPlugin"], "missing", ["MissingPlugin/MissingPluginModule.swift"]),
      (
        ["DuplicateA", "DuplicateB"], "duplicate",
        ["DuplicateA/DuplicateAModule.swift", "DuplicateB/DuplicateBModule.swift"]
      ),
      (["CycleA", "CycleB"], "cycle", ["CycleA/CycleAModule.swift", "CycleB/CycleBModule.swift"]),
    ])
  func broken(plugins: [String], name: String, files: [String]) throws {
    let directory = try directory(of: plugins)
    let run = try host(
      "validate", "--format", "sarif", "--output", "findings.sarif", "--format", "junit",
      "--output", "junit.xml", "--format", "github", ".", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.isEmpty)
    expectGolden(run, "format-github-\(name)", in: directory)
    let locations = files.map { "Tests/BrokenPlugins/\($0)" }
    for location in locations { #expect(run.output.contains(" file=\(location),line=10,")) }

    let result = try #require(try results(inLog: "findings.sarif", of: directory).first)
    #expect(result["level"] as? String == "error")
    let sides =
      ["locations", "relatedLocations"].flatMap { result[$0] as? [[String: Any]] ?? [] }
      .compactMap(Self.lineText)
    #expect(sides.first == "\(locations[0]):10")
    #expect(Set(sides) == Set(locations.map { "\($0):10" }))

    let junit = try XMLDocument(contentsOf: directory.url.appending(path: "junit.xml"))
    let failures = try junit.nodes(forXPath: "//testsuite[@name='combined graph']//failure")
    let text = try #require(failures.first?.stringValue)
    for file in files { #expect(text.contains("at \(file):10, in ")) }
    #expect(try junit.nodes(forXPath: "//testsuite").count == plugins.count + 1)
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: directory.path)).isSuperset(
        of: ["findings.sarif", "junit.xml"]))
  }

  private func results(
    inLog name: String, of directory: TemporaryDirectory
  ) throws -> [[String: Any]] {
    let log = try JSONSerialization.jsonObject(with: Data(directory.bytes(of: name)))
    let runs = try #require((log as? [String: Any])?["runs"] as? [[String: Any]])
    return try #require(runs.first?["results"] as? [[String: Any]])
  }

  /// `FILE:LINE` of a location of a log.
  private static func lineText(_ location: [String: Any]) -> String? {
    let physical = location["physicalLocation"] as? [String: Any]
    let artifact = physical?["artifactLocation"] as? [String: Any]
    let region = physical?["region"] as? [String: Any]
    guard let uri = artifact?["uri"] as? String, let line = region?["startLine"] as? Int else {
      return nil
    }
    return "\(uri):\(line)"
  }

  @Test("has the same bytes each time, and no path of the machine except that of the directory")
  func deterministic() throws {
    let directory = try directory(of: ["DuplicateA", "DuplicateB"])
    for format in ["sarif", "junit", "github"] {
      let run = try host("validate", "--format", format, ".", in: directory)
      #expect(run.status == 1)
      #expect(try host("validate", "--format", format, ".", in: directory).output == run.output)
      #expect(!run.output.contains(Build.root.path(percentEncoded: false)))
    }
  }

  @Test("names the file of a plugin that can't be used")
  func file() throws {
    let directory = try TemporaryDirectory()
    try directory.write("no plugin\n".utf8, to: "plug ins/a,b.so")
    let run = try host("validate", "--format", "github", "plug ins", in: directory)
    #expect(run.output.hasPrefix("::error file=plug ins/a%2Cb.so,title=plugin/not-elf::"))
    #expect(
      try host(
        "validate", "--format", "sarif", "--output", "log", "plug ins", in: directory
      ).status == 1)
    let artifact = String(decoding: try directory.bytes(of: "log"), as: UTF8.self)
    #expect(artifact.contains(#""uri" : "plug%20ins/a,b.so""#))
  }

  @Test("finds no errors in the sample plugins: one case per plugin, all passed")
  func sound() throws {
    let run = try host("validate", "--format", "junit", Build.plugins.path)
    #expect(run.status == 0)
    let junit = try XMLDocument(data: Data(run.output.utf8))
    #expect(try junit.nodes(forXPath: "//testcase").count > 5)
    #expect(try junit.nodes(forXPath: "//failure").isEmpty)
  }

  @Test(
    "a malformed command line, and a file that can't be written, are reported at once",
    arguments: [
      ("twice", ["--format", "text", "--format", "json"], 2),
      (
        "same-file",
        ["--format", "sarif", "--output", "a", "--format", "junit", "--output", "./a"], 2
      ),
      ("no-format", ["--format", "sarif", "--output", "a", "--output", "b"], 2),
      ("empty-output", ["--output="], 2),
      ("unknown", ["--format", "sarfi"], 2),
      ("no-directory", ["--format", "sarif", "--output", "reports/a"], 3),
      ("directory", ["--output", "/"], 3),
      ("full", ["--format", "junit", "--output", "/dev/full"], 3),
    ])
  func mistakes(name: String, arguments: [String], status: Int32) throws {
    let directory = try TemporaryDirectory()
    let run = try host(arguments: ["validate"] + arguments + ["."], in: directory)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    expectGolden(run, "format-\(name)", in: directory)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test("leaves nothing of a file that does not fit on the disk, or of those next to it")
  func noRoom() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old\n".utf8, to: "old")
    // A process with a file size limit gets the error of a full disk.
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: [
        "-c", #"trap '' XFSZ; ulimit -f 0; exec "$0" "$@""#, Build.host.path(percentEncoded: false),
        "validate", "--no-cache", "--format", "json", "--output", "old", "--format", "sarif",
        "--output", "new", ".",
      ], environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(outcome.status == 3)
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.contains("host: can't write to old: File too large\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["old"])
    #expect(try directory.bytes(of: "old") == Array("old\n".utf8))
  }
}
