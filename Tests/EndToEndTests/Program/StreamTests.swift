import CleanseTestSupport
import Foundation
import Testing

@Suite("The streams of host", .blocking)
struct StreamTests {
  private static let filter = ["run", Build.plugins.path, "--", "filter", "--use", "number"]

  @Test("output for which the disk has no space is the host's own failure")
  func full() throws {
    let directory = try TemporaryDirectory()
    try directory.write("hello\n".utf8, to: "text")
    let commands = [["list", Build.plugins.path], ["help"], ["--version"], Self.filter]
    for command in commands {
      let run = try host(
        arguments: command, input: .file(directory.path(of: "text")), output: .file("/dev/full"))
      #expect(run.status == 3)
      #expect(
        run.errors == "host: can't write to standard output: No space left on device\n")
    }
  }

  @Test("output that a command prints directly is not lost silently, either")
  func fullPrint() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let run = try host(
      "run", ".", "--", "end", "print", "x", in: directory, output: .file("/dev/full"))
    #expect(run.status == 3)
    #expect(run.errors == "host: can't write to standard output: No space left on device\n")
  }

  @Test("without a standard output, the failure says so")
  func closed() throws {
    let run = try host("list", Build.plugins.path, output: .closed)
    #expect(run.status == 3)
    #expect(run.errors == "host: can't write to standard output: Bad file descriptor\n")
  }

  @Test("a reader that closes the pipe ends it silently")
  func brokenPipe() throws {
    let directory = try TemporaryDirectory()
    try directory.write(String(repeating: "hello\n", count: 500_000).utf8, to: "text")
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: [
        "-c", #"{ "$@" < text; echo "status $?" >&2; } | head -n 1"#, "sh", Build.host.path,
      ] + Self.filter,
      environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(!outcome.isOverdue)
    #expect(String(decoding: outcome.output, as: UTF8.self).hasSuffix("1\thello\n"))
    #expect(String(decoding: outcome.errors, as: UTF8.self) == "status 0\n")
  }

  @Test(
    "a reader that is gone changes neither the status nor the messages",
    arguments: [
      (["list", Build.plugins.path], 0), (["help"], 0), (["--version"], 0), (["nonsense"], 2),
      (["validate", Build.plugins.path], 0), (["graph", Build.plugins.path], 0),
      (["validate", "--format", "json", "/usr/bin"], 0), (["list", "."], 1),
    ] as [([String], Int)])
  func closedPipe(command: [String], status: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "empty.so")
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: [
        "-c", #"{ sleep 0.1; "$@" 2> errors; echo "status $?" >&2; } | true"#, "sh",
        Build.host.path,
      ] + command,
      environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(!outcome.isOverdue)
    #expect(String(decoding: outcome.errors, as: UTF8.self) == "status \(status)\n")
    let plain = try host(arguments: command, in: directory)
    #expect(
      String(decoding: try directory.bytes(of: "errors"), as: UTF8.self) == plain.errors)
    #expect(plain.status == Int32(status))
  }
}
