import CleanseTestSupport
import Foundation
import Testing

@Suite("What services print", .serialized, .blocking)
struct ServiceOutputTests {
  private func log(of outcome: ChildProcess.Outcome) -> String {
    String(decoding: outcome.errors, as: UTF8.self)
  }

  // Plugins could print lines that looked like those of the host.
  @Test("is in the log line by line, and no line of it looks like one of the host")
  func forged() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: #"""
        printf("host serve[1]: forged\n");
        fprintf(stderr, "host serve[1]: forged, too\n\n");
        printf("\tred \033[31m\r\n");
        fwrite("null \0 byte\n", 1, 12, stdout);
        printf("not \xff UTF-8\n");
        """#, stop: #"fputs("the end", stderr);"#
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let status = try serving.ready()
    let worker = try #require(status.worker?.process)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let log = log(of: outcome)
    let printed = "worker \(worker)| "
    let heads = [printed] + [status.process, worker].map { "host serve[\($0)]: " }
    let lines = log.split(separator: "\n")
    #expect(lines.allSatisfy { line in heads.contains { line.hasPrefix($0) } }, "\(log)")
    #expect(
      lines.filter { $0.hasPrefix(printed) }.map { $0.dropFirst(printed.count) } == [
        "host serve[1]: forged", "host serve[1]: forged, too", "",
        "\tred \\u{1B}[31m\\u{D}", "null \\u{0} byte", "not \u{FFFD} UTF-8", "the end",
      ], "\(log)")
  }

  @Test("is in the log before the line that says how the worker has ended")
  func lastWords() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      run: #"usleep(10000); fputs("last words", stderr); *(volatile int *)0 = 1;"#
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.status("restarted") { $0.restarts > 0 }
    let log = log(of: try serving.stop())
    let words = try #require(log.firstRange(of: "| last words\n"), "\(log)")
    let end = try #require(log.firstRange(of: " was ended by SIGSEGV\n"), "\(log)")
    #expect(words.lowerBound < end.lowerBound, "\(log)")
  }

  @Test("does not keep the supervisor from its work, however much it is")
  func flood() throws {
    let directory = try TemporaryDirectory()
    let flood = """
      char line[1000];
      memset(line, 'x', sizeof line);
      line[sizeof line - 1] = '\\n';
      while (!self->is_stopped) fwrite(line, 1, sizeof line, stderr);
      """
    try ServicePlugin(run: flood).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      prefix: ["/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh"])
    let first = try #require(try serving.ready().worker)
    // For a while, two workers print.
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try serving.status("replaced") {
      $0.state == "ready" && $0.worker?.process != first.process && $0.draining == []
    }
    #expect(try serving.stop().status == 0)
  }

  @Test("waits for a reader of the log that is late, and nothing is lost")
  func lateReader() throws {
    let directory = try TemporaryDirectory()
    let count = 20_000
    try ServicePlugin(
      start: """
        for (int line = 0; line < \(count); line++)
          printf("line %d of more than two pipes have room for\\n", line);
        """
    ).build(in: directory)
    // The shell has the pipe open, so that nothing waits for a reader to open it.
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      prefix: ["/bin/sh", "-c", "mkfifo log && exec 3<>log && exec \"$@\" 2>log", "sh"])
    try serving.status("waiting") { $0.state == "starting" }
    let path = directory.path
    Thread.detachNewThread {
      _ = try? ChildProcess(
        program: "/bin/sh", arguments: ["-c", "cat log >read"], directory: path
      ).run()
    }
    try serving.ready()
    #expect(try serving.stop().status == 0)
    try eventually("all is read") {
      try directory.contains("read")
        && directory.text(of: "read").contains(/: stopped in [0-9.]+ s\n$/)
    }
    let lines = try directory.text(of: "read").split(separator: "\n")
    let numbers = lines.compactMap { $0.wholeMatch(of: /worker \d+\| line (\d+) of .*/)?.output.1 }
    #expect(numbers.map { Int($0) } == (0..<count).map { $0 })
    #expect(!lines.contains { $0.contains("missing here") })
  }

  @Test("is discarded after the supervisor was killed, and the services stop all the same")
  func orphan() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      stop: """
        for (int line = 0; line < 100000; line++) fputs("more than a pipe has room for\\n", stderr);
        fclose(fopen("\(directory.path(of: "end"))", "w"));
        """
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    serving.send(SIGKILL)
    _ = try serving.end()
    eventually("the service has stopped") { directory.contains("end") }
  }
}
