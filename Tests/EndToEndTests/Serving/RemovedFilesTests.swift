import CleanseTestSupport
import Foundation
import Testing

/// What others remove or damage while a host serves: a cleaner of temporary files, an operator, a plugin.
@Suite("host serve: files that are removed while it runs", .serialized, .blocking)
struct RemovedFilesTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try ServicePlugin(
      run: """
        if (access("damage", F_OK) == 0) shutdown(self->socket, SHUT_RDWR);
        """
    ).build(in: directory)
  }

  private func reload() throws -> HostRun {
    try host("reload", "--control", "c.sock", in: directory)
  }

  // No worker could be started until the directory with its random name was created by hand.
  @Test("the copies of plugins: the next worker makes others")
  func copies() throws {
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    directory.remove("state")
    kill(worker.process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try answer(in: directory) == "first")
    #expect(try reload().status == 0)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(
      log.contains(" was removed, and is created again; the copies in it are lost\n"), "\(log)")
  }

  // Commands could not reach it until it was started again.
  @Test("the control socket is created again")
  func controlSocket() throws {
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    directory.remove("c.sock")
    try eventually("there is another one") {
      try host("status", "--control", "c.sock", in: directory).status == 0
    }
    #expect(try reload().status == 0)
    let outcome = try serving.stop()
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(
      log.contains("the control socket c.sock was removed, and is created again\n"), "\(log)")
    #expect(!directory.contains("c.sock"))
  }

  // No client could connect until the host was started again, and the log had no entry of that.
  @Test("the file of a plugin's socket: the log says so, and a reload creates it")
  func socket() throws {
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "log.txt"], in: directory)
    try serving.ready()
    directory.remove("s.sock")
    try expectDamage(in: serving)
  }

  // Clients were refused without limit, and the log had no entry of that before a reload.
  @Test("a socket that a plugin has shut down: the log says so, and a reload opens it again")
  func shutDown() throws {
    try directory.write("", to: "damage")
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "log.txt"], in: directory)
    try serving.ready()
    try expectDamage(in: serving)
  }

  private func expectDamage(
    in serving: ServingHost, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    eventually("it is in the log", sourceLocation: sourceLocation) {
      let log = String(decoding: readFile(directory.path(of: "log.txt")) ?? [], as: UTF8.self)
      return log.contains("no client can reach the socket unix:")
    }
    directory.remove("damage")
    #expect(try reload().status == 0, sourceLocation: sourceLocation)
    #expect(try answer(in: directory) == "first", sourceLocation: sourceLocation)
    #expect(try serving.stop().status == 0, sourceLocation: sourceLocation)
  }

  // The status was 0, although nothing was answered any more.
  @Test("the status is not 0 while the host stops")
  func stopping() throws {
    try ServicePlugin(stop: "while (access(\"go\", F_OK) != 0) usleep(1000);").build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    serving.send(SIGTERM)
    try eventually("it stops") {
      let run = try host("status", "--control", "c.sock", in: directory)
      return run.output.contains("stopping") && run.status == 1
    }
    try directory.write("", to: "go")
    #expect(try serving.end().status == 0)
  }
}
