import CleanseTestSupport
import Foundation
import Testing

@Suite("host run", .blocking)
struct RunTests {
  /// A real text if there is one, else a generated one.
  private static func text(in directory: TemporaryDirectory) throws -> String {
    let licence = "/usr/share/common-licenses/GPL-3"
    if FileManager.default.isReadableFile(atPath: licence) { return licence }
    let line = "The quick brown fox jumps over the lazy dog, writes to fox@example.org and "
    try directory.write(String(repeating: line + line + "rests.\n\n", count: 500).utf8, to: "text")
    return directory.path(of: "text")
  }

  @Test("filters a real text with several plugins")
  func filters() throws {
    let directory = try TemporaryDirectory()
    let text = try Self.text(in: directory)
    let run = try host(
      "run", Build.plugins.path, "--", "filter", "--use", "redact,wrap:40", input: .file(text))
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let original = try String(contentsOfFile: text, encoding: .utf8)
    let isWord = { (character: Character) in character.isLetter }
    let words = run.output.split(whereSeparator: { !isWord($0) })
    #expect(words.count > 4000)
    #expect(words.filter { original.contains($0) }.count > words.count * 9 / 10)
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 || !$0.contains(" ") })
  }

  @Test("redacts the words that the filter is for, and numbers the remaining lines")
  func redaction() throws {
    let directory = try TemporaryDirectory()
    try directory.write("ann@example.org\n4111 1111 1111 1111\n192.0.2.1\n::1\n".utf8, to: "text")
    let run = try host(
      "run", Build.plugins.path, "--", "filter", "--use", "redact,number",
      input: .file(directory.path(of: "text")))
    expectGolden(run, "run-redact", in: directory)
  }

  @Test("counts with a service that another plugin binds")
  func statistics() throws {
    let directory = try TemporaryDirectory()
    try directory.write("one two\ntwo three three\nthree\n".utf8, to: "text")
    let run = try host(
      "run", Build.plugins.path, "--", "statistics", input: .file(directory.path(of: "text")))
    #expect(run.status == 0)
    expectGolden(run, "run-statistics")
  }

  @Test("lists the commands if none is given")
  func commands() throws {
    let run = try host("run", Build.plugins.path)
    #expect(run.status == 0)
    expectGolden(run, "run-commands")
  }

  @Test("reports an unknown command with the available ones, the nearest first")
  func unknown() throws {
    let run = try host("run", Build.plugins.path, "--", "statistic")
    #expect(run.status == 2)
    expectGolden(run, "run-unknown")
    #expect(try host("run", Build.plugins.path, "--").status == 2)
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    let none = try host("run", ".", "--", "filter", in: directory)
    #expect(none.status == 2)
    #expect(none.errors.contains("no plugin contributes a command"))
    try directory.write("", to: "libother.so.1")
    let overlooked = try host("run", ".", "--", "filter", in: directory)
    #expect(overlooked.errors.contains("/libother.so.1 was not inspected: its name does not end"))
  }

  @Test(
    "passes the status of the command on, and turns an error into one",
    arguments: [
      (["end"], 0, ""), (["end", "7"], 7, ""), (["end", "255"], 255, ""),
      (["end", "256"], 1, "host: `end` returned the invalid status 256\n"),
      (["end", "-1"], 1, "host: `end` returned the invalid status -1\n"),
      (["end", "usage"], 2, "end: end takes a number\n"),
      (["end", "error"], 1, "end: the disk is on fire\n"),
    ])
  func status(command: [String], status: Int32, errors: String) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let run = try host(arguments: ["run", ".", "--"] + command, in: directory)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors == errors)
  }

  @Test("runs nothing when two plugins provide the command")
  func twins() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try directory.write(directory.bytes(of: "libEnding.so"), to: "libOther.so")
    try directory.patch("libOther.so", "org.cleanse.broken.ending", "org.cleanse.broken.enders")
    let run = try host("run", ".", "--", "end", "0", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        host: 2 commands are named `end`; nothing was run
          from org.cleanse.broken.ending, org.cleanse.broken.enders

        """)
  }

  @Test("passes options after the two hyphens to the command")
  func options() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let run = try host(
      "run", "--on-failure", "leave-out", ".", "--", "end", "print", "--format", "json", "--",
      in: directory)
    #expect(run.status == 0)
    #expect(run.output == "--format json --\n")
  }

  @Test("reports a usage error of a command with status 2")
  func usage() throws {
    let run = try host("run", Build.plugins.path, "--", "filter", "--use", "warp")
    #expect(run.status == 2)
    expectGolden(run, "run-filter-usage")
  }
}
