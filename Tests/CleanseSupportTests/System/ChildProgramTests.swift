import CleanseSupport
import Glibc
import Testing

@Suite("Programs run as filters")
struct ChildProgramTests {
  private static func shell(
    _ script: String, limit: Duration = .seconds(60), mostBytes: Int = 1 << 28
  ) -> ChildProgram {
    ChildProgram(
      path: "/bin/sh", arguments: ["-c", script], limit: limit, mostBytes: mostBytes)
  }

  @Test("a program reads its input, and both of its outputs are collected")
  func filter() throws {
    let input = String(repeating: "x", count: 1_000_000)
    let outcome = try Self.shell("cat; echo warned >&2").run(input: input)
    #expect(outcome.end == .ended(.exited(0)))
    #expect(outcome.output.count == input.utf8.count)
    #expect(String(decoding: outcome.errors, as: UTF8.self) == "warned\n")
  }

  @Test(
    "exit statuses and signals are distinguished",
    arguments: [
      ("exit 3", ProcessEnd.exited(3), "status 3"),
      ("kill -9 $$", .killed(signal: 9), "signal 9"),
      ("exec 0<&-; exit 0", .exited(0), "status 0"),
    ])
  func ends(script: String, end: ProcessEnd, words: String) throws {
    let outcome = try Self.shell(script).run(input: "")
    #expect(outcome.end == .ended(end))
    #expect("\(outcome.end)" == words)
  }

  @Test(
    "a program that exceeds its time limit is killed",
    arguments: ["sleep 60", "exec 1>&- 2>&-; sleep 60"])
  func overdue(script: String) throws {
    let outcome = try Self.shell(script, limit: .milliseconds(200)).run(input: "")
    #expect(outcome.end == .overdue)
  }

  @Test("a program that exceeds its output limit is killed")
  func excessive() throws {
    let outcome = try Self.shell("cat /dev/zero", mostBytes: 1 << 20).run(input: "")
    #expect(outcome.end == .excessive)
  }

  @Test("a missing program can't be started")
  func missing() {
    #expect(throws: SystemError(number: ENOENT)) {
      try ChildProgram(path: "/no/program", arguments: []).run(input: "")
    }
  }

  @Test("a program in the foreground hands over both of its outputs as they arrive")
  func foreground() throws {
    var text = ""
    let end = try Self.shell("echo a; echo b >&2; head -c 200000 /dev/zero; exit 3").run {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(end == .exited(3))
    #expect(text.hasPrefix("a\nb\n") && text.utf8.count == 200_004)
  }

  @Test("a program has ended even if what it left in the background has its outputs")
  func background() throws {
    var text = ""
    let end = try Self.shell("sleep 600 & echo $!").run {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(end == .exited(0))
    #expect(kill(try #require(pid_t(text.dropLast())), SIGKILL) == 0)
  }
}
