import CleanseTestSupport
import Foundation
import Testing

@Suite("host validate --baseline", .blocking)
struct BaselineTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory(broken: ["DuplicateA", "DuplicateB", "Ending"])
  }

  private func validate(_ options: String..., plugins: String = ".") throws -> HostRun {
    try host(
      arguments: ["validate", "--baseline", "known.json"] + options + [plugins], in: directory)
  }

  private func baseline() throws -> [String: Any] {
    let bytes = try directory.bytes(of: "known.json")
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("unchanged findings pass, new ones fail, absent ones are reported")
  func life() throws {
    let missing = try validate()
    #expect(missing.status == 2)
    let update = try validate("--update-baseline")
    #expect(update.status == 0)
    expectGolden(update, "baseline-update", in: directory)
    let bytes = try directory.bytes(of: "known.json")
    expectGolden(
      HostRun(
        arguments: [], status: 0, output: String(decoding: bytes, as: UTF8.self), errors: ""),
      "baseline-file", in: directory)
    for options in [[], ["--strict"], ["--rescan"]] {
      let run = try host(
        arguments: ["validate", "--baseline", "known.json"] + options + ["."], in: directory)
      #expect(run.status == 0, "\(run.transcript)")
      #expect(run.errors.isEmpty)
    }
    _ = try validate("--update-baseline")
    #expect(try directory.bytes(of: "known.json") == bytes)

    try directory.copy(["libCycleA.so", "libCycleB.so"], from: Build.brokenPlugins)
    try FileManager.default.removeItem(atPath: directory.path(of: "libDuplicateB.so"))
    let new = try validate()
    #expect(new.status == 1)
    expectGolden(new, "baseline-new", in: directory)
    let json = try validate("--format", "json")
    #expect(json.status == 1)
    let document = try json.json()
    #expect((document["absent"] as? [[String: Any]])?.count ?? 0 > 0)
    #expect((document["unchanged"] as? [[String: Any]])?.allSatisfy { $0["code"] != nil } ?? false)
    #expect(document["baseline"] as? String == "known.json")
  }

  // The baseline followed links that a plugin had created during the run.
  @Test("is written to where its path led before plugins ran", .enabled(if: confinesPlugins))
  func link() throws {
    let directory = try TemporaryDirectory()
    let granted = try directory.makeDirectory("granted")
    try directory.write("untouched", to: "outside")
    var plugin = CPlugin(
      body: "symlink(\"../outside\", \"\(granted)/known.json\"); return CLEANSE_OK;")
    plugin.declarations = "#include <unistd.h>"
    try plugin.build("plugins/c.so", in: directory)
    try directory.write(#"{"sandbox": {"write": ["\#(granted)"]}}"#, to: "host.json")
    let run = try host(
      "validate", "--no-cache", "--config", "host.json", "--baseline", "granted/known.json",
      "--update-baseline", in: directory)
    #expect(run.status == 0, "\(run.transcript)")
    #expect(try directory.bytes(of: "outside") == Array("untouched".utf8))
    #expect(try directory.bytes(of: "granted/known.json").first == UInt8(ascii: "{"))
  }

  @Test("applies to other directories of any name")
  func elsewhere() throws {
    _ = try validate("--update-baseline")
    let other = "my plugins, (2) line 3"
    try FileManager.default.createDirectory(
      atPath: directory.path(of: other), withIntermediateDirectories: true)
    for name in ["DuplicateA", "DuplicateB", "Ending", "BrokenContract"] {
      try directory.copy("lib\(name).so", to: "\(other)/lib\(name).so")
    }
    for plugins in [other, directory.path(of: other)] {
      let run = try validate(plugins: plugins)
      #expect(run.status == 0, "\(run.transcript)")
      #expect(run.output.hasSuffix(" unchanged, 0 absent\n"))
    }
  }

  @Test("of other plugins is a usage error")
  func others() throws {
    _ = try validate("--update-baseline")
    let run = try validate(plugins: Build.plugins.path)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, "baseline-others", in: directory)
    let update = try validate("--update-baseline", plugins: Build.plugins.path)
    #expect(update.status == 2)
  }

  @Test("is written completely or not at all")
  func unwritable() throws {
    _ = try validate("--update-baseline")
    let bytes = try directory.bytes(of: "known.json")
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    // With this limit, no file may have any contents; without the signal, a write fails.
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: [
        "-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"",
        Build.host.path(percentEncoded: false),
        "validate", "--no-cache", "--baseline", "known.json", "--update-baseline", ".",
      ],
      environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(outcome.status == 3)
    #expect(
      String(decoding: outcome.errors, as: UTF8.self)
        == "host: can't write to known.json: File too large\n")
    #expect(try directory.bytes(of: "known.json") == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        == before.sorted())
  }
}
