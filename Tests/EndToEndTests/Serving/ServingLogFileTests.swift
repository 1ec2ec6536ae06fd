import CleanseTestSupport
import Foundation
import Testing

@Suite("The file of the log of host serve", .serialized, .blocking)
struct ServingLogFileTests {
  private static let log = ["--log", "log/host.log", "--log-level", "debug"]

  /// A directory with a plugin that prints, and with one for the log.
  private static func site(_ plugin: ServicePlugin = ServicePlugin(start: "puts(\"printed\");"))
    throws -> TemporaryDirectory
  {
    let directory = try TemporaryDirectory()
    try plugin.build(in: directory)
    _ = try directory.makeDirectory("log")
    return directory
  }

  /// Waits until a file of the directory has a text.
  private static func expect(_ text: String, in file: String, of directory: TemporaryDirectory)
    throws
  {
    try eventually("\(file) has \(text)") {
      try directory.contains(file) && directory.text(of: file).contains(text)
    }
  }

  private static func move(_ path: String, to target: String, in directory: TemporaryDirectory)
    throws
  {
    try #require(rename(directory.path(of: path), directory.path(of: target)) == 0)
  }

  @Test(
    "has times and levels, is appended, and its group can read it unless the umask forbids that",
    arguments: [("022", 0o640), ("077", 0o600)])
  func appended(umask: String, mode: mode_t) throws {
    let directory = try Self.site()
    for _ in 1...2 {
      let serving = try ServingHost(
        listening(in: directory) + Self.log, in: directory,
        prefix: ["/bin/sh", "-c", "umask \(umask) && exec \"$@\"", "sh"])
      try serving.ready()
      let outcome = try serving.stop()
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }
    let text = try directory.text(of: "log/host.log")
    let lines = text.split(separator: "\n")
    let head =
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [a-z]+ (host serve\[\d+\]: |worker \d+\| )/
    #expect(lines.allSatisfy { $0.contains(head) }, "\(text)")
    #expect(lines.count { $0.contains("ready: process") } == 2, "\(text)")
    #expect(lines.count { $0.contains("| printed") } == 2, "\(text)")
    var file = stat()
    #expect(stat(directory.path(of: "log/host.log"), &file) == 0)
    #expect(file.st_mode & 0o777 == mode)
  }

  @Test("is opened again on SIGUSR1, and goes on in the open one if it can't be")
  func rotated() throws {
    let directory = try Self.site()
    let serving = try ServingHost(listening(in: directory) + Self.log, in: directory)
    try serving.ready()
    try Self.move("log/host.log", to: "log/host.log.1", in: directory)
    serving.send(SIGUSR1)
    try Self.expect("the log log/host.log was opened again", in: "log/host.log", of: directory)
    #expect(try !directory.text(of: "log/host.log.1").contains("was opened again"))
    try Self.move("log", to: "moved", in: directory)
    serving.send(SIGUSR1)
    let failure = "can't open the log log/host.log again, and go on in the open one: "
    try Self.expect(failure, in: "moved/host.log", of: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try Self.expect("reloaded: process ", in: "moved/host.log", of: directory)
    #expect(
      try serving.ready().problems == [
        "the log log/host.log can't be opened again, and goes on in the file that is open: No such file or directory"
      ])
    #expect(try serving.stop().status == 0)
    try Self.expect(": stopped in ", in: "moved/host.log", of: directory)
  }

  // All that followed was written to a file without a name.
  @Test("is created again if it was removed, at once or when its directory is there again")
  func removed() throws {
    let directory = try Self.site()
    let serving = try ServingHost(listening(in: directory) + Self.log, in: directory)
    try serving.ready()
    try #require(unlink(directory.path(of: "log/host.log")) == 0)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try Self.expect("reloaded: process ", in: "log/host.log", of: directory)
    let first = try directory.text(of: "log/host.log")
    #expect(
      first.contains(
        "warning host serve[\(serving.process)]: the log log/host.log was removed, and is created again\n"
      ),
      "\(first)")
    #expect(!first.contains("lines are missing"), "\(first)")
    #expect(try serving.ready().problems == nil)

    try FileManager.default.removeItem(atPath: directory.path(of: "log"))
    serving.send(SIGUSR1)
    let problem =
      /^the log log\/host.log was removed, and can't be created: No such file or directory; [1-9]\d* lines? lost so far$/
    try serving.status("a problem") { $0.problems?.first?.contains(problem) == true }
    // Services do not wait for the log.
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try answer(in: directory) == "first")
    let text = try host("status", "--control", "c.sock", in: directory)
    #expect(text.status == 0 && text.output.contains("\nproblems     the log log/host.log was "))

    _ = try directory.makeDirectory("log")
    try Self.expect("lines are missing here\n", in: "log/host.log", of: directory)
    #expect(try serving.ready().problems == nil)
    #expect(try serving.stop().status == 0)
    try Self.expect(": stopped in ", in: "log/host.log", of: directory)
  }

  @Test("has reports of crashes, which another process writes")
  func crash() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(run: ServicePlugin.crash(in: directory)).build(in: directory)
    let serving = try ServingHost(listening(in: directory) + ["--log", "host.log"], in: directory)
    try ServicePlugin.crashWorkers(1, of: serving, in: directory)
    try Self.expect("[plugin/crashed]", in: "host.log", of: directory)
    let outcome = try serving.stop()
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = try directory.text(of: "host.log").split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(/^\d{4}-\d\d-\d\dT.{13} [a-z]+ ./) }, "\(lines)")
  }

  @Test("stays the same when the program is replaced")
  func replacedProgram() throws {
    let directory = try Self.site()
    let serving = try ServingHost(listening(in: directory) + Self.log, in: directory)
    try serving.ready()
    serving.send(SIGUSR2)
    try serving.status("replaced") { $0.worker?.generation == 2 && $0.state == "ready" }
    let outcome = try serving.stop()
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let text = try directory.text(of: "log/host.log")
    let first = try #require(text.firstRange(of: " host serve[\(serving.process)]: ready: "))
    let last = try #require(text.firstRange(of: " host serve[\(serving.process)]: stopped in "))
    #expect(first.upperBound < last.lowerBound, "\(text)")
  }

  // The process of --http kept it open, so that the disk stayed full when it was removed.
  @Test("is closed by all processes when it was rotated")
  func closed() throws {
    let directory = try Self.site()
    let serving = try ServingHost(
      listening(in: directory) + Self.log + ["--http", "unix:\(directory.path(of: "h.sock"))"],
      in: directory)
    try serving.ready()
    try Self.move("log/host.log", to: "log/host.log.1", in: directory)
    serving.send(SIGUSR1)
    try Self.expect("the log log/host.log was opened again", in: "log/host.log", of: directory)
    eventually("no process has the old file open") {
      Self.openFiles(of: serving.process).allSatisfy { !$0.hasSuffix("host.log.1") }
    }
    #expect(try serving.stop().status == 0)
  }

  /// The paths of the files that a process and its children have open.
  private static func openFiles(of process: pid_t) -> [String] {
    let children =
      (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8))
      ?? ""
    let files = FileManager.default
    return (["\(process)"] + children.split(separator: " ").map(String.init)).flatMap { process in
      let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
      return descriptors.compactMap {
        try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
      }
    }
  }

  @Test(
    "that can't be opened is an error on standard error", arguments: ["none/log", "log", "pipe"])
  func unusable(path: String) throws {
    let directory = try Self.site()
    // Nothing reads it.
    _ = try directory.makePipe("pipe")
    let outcome = try ServingHost(
      listening(in: directory) + ["--log", path], in: directory
    ).end()
    #expect(outcome.status == 3)
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.contains("host serve["))
    #expect(errors.contains(": can't write the log to \(path): "), "\(errors)")
    #expect(!directory.contains("c.sock"))
  }

  // With a log that could not be written, a start failed without a word.
  @Test("does not hide why the services did not start", arguments: ["/dev/full", "host.log"])
  func failedStart(path: String) throws {
    let directory = try Self.site(ServicePlugin(start: #"CLEANSE_FAIL(error, "no database");"#))
    let outcome = try ServingHost(
      listening(in: directory) + ["--log", path], in: directory
    ).end()
    #expect(outcome.status == 1)
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.contains(" error host serve[") && errors.contains("no database\n"), "\(errors)")
  }

  @Test("can be a pipe that a program reads")
  func pipe() throws {
    let directory = try Self.site()
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "pipe"], in: directory,
      prefix: [
        "/bin/sh", "-c", "mkfifo pipe && (cat pipe >read &) && exec 3<>pipe && exec \"$@\"", "sh",
      ])
    try serving.ready()
    #expect(try serving.stop().status == 0)
    try Self.expect(": stopped in ", in: "read", of: directory)
    #expect(try directory.text(of: "read").contains("| printed\n"))
  }

  @Test("of a full disk loses its lines, and keeps no service from its work")
  func fullDisk() throws {
    let flood = "for (int line = 0; line < 20000; line++) puts(\"more than a pipe has room for\");"
    let directory = try Self.site(ServicePlugin(start: flood))
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "/dev/full"], in: directory)
    try serving.ready()
    #expect(try answer(in: directory) == "first")
    let problems = try serving.ready().problems ?? []
    #expect(
      problems.count == 1
        && problems.contains {
          $0.hasPrefix("the log /dev/full can't be written: No space left on device; ")
        }, "\(problems)")
    #expect(try serving.stop().status == 0)
  }

  // logrotate sends it also to programs without a file, and systemd to all processes of a service.
  @Test("SIGUSR1 changes nothing without a file, also for a worker")
  func noFile() throws {
    let directory = try Self.site()
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    serving.send(SIGUSR1)
    kill(worker.process, SIGUSR1)
    // What comes after the signals shows that they have been handled.
    #expect(try answer(in: directory) == "first")
    #expect(try serving.ready().worker?.process == worker.process)
    #expect(try serving.stop().status == 0)
  }
}
