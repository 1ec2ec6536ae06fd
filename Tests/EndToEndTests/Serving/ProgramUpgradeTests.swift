import CleanseTestSupport
import Foundation
import Testing

/// The program is a symbolic link, as where several versions are installed side by side.
@Suite("host reload --program", .serialized, .blocking)
struct ProgramUpgradeTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try install(Build.host.path(percentEncoded: false))
  }

  private var program: String { directory.path(of: "bin/host") }

  /// Lets the path of the program lead to a file.
  private func install(_ file: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory.path(of: "bin"), withIntermediateDirectories: true)
    try? files.removeItem(atPath: program)
    try files.createSymbolicLink(atPath: program, withDestinationPath: file)
  }

  private func serve(_ arguments: [String] = []) throws -> ServingHost {
    try ServingHost(listening(in: directory) + arguments, in: directory, program: program)
  }

  private func requestUpgrade() throws -> HostRun {
    try host("reload", "--program", "--control", "c.sock", in: directory)
  }

  @Test(
    "executes the installed program in the same process, which replaces the worker without a lost request"
  )
  func upgrade() throws {
    let serving = try serve()
    let first = try #require(try serving.ready().worker)
    let load = Load { try answer(in: directory) }
    for generation in 2...3 {
      let run = try requestUpgrade()
      #expect(run.status == 0, "\(run.errors)")
      let status = try serving.ready()
      #expect(status.process == serving.process)
      #expect(status.worker?.generation == generation)
      #expect(status.worker?.sockets == first.sockets)
    }
    // Without a request to answer.
    serving.send(SIGUSR2)
    try serving.status("replaced again") { $0.worker?.generation == 4 && $0.state == "ready" }
    let answers = load.end()
    #expect(answers.count > 10 && answers.allSatisfy { $0 == "first" }, "\(Set(answers))")
    eventually("the first worker has ended") { !isRunning(first.process) }
    // It is a supervisor like any other.
    try ServicePlugin(answer: "second").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    kill(try #require(try serving.ready().worker).process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try answer(in: directory) == "second")
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("executing \(program) of version "), "\(log)")
    #expect(!FileManager.default.fileExists(atPath: directory.path(of: "c.sock")))
    #expect(!FileManager.default.fileExists(atPath: directory.path(of: "s.sock")))
    #expect(try copies() == [])
  }

  /// The copies of plugins that have not been removed.
  private func copies() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path(of: "state"))
      .filter { $0.contains("cleanse-serve-") }
  }

  @Test("goes on to answer what confined workers of the old program are refused")
  func confined() throws {
    try ServicePlugin(
      stop: "open(\"/tmp/refused\", O_WRONLY | O_CREAT, 0600);", declarations: "#include <fcntl.h>"
    ).build(in: directory)
    try directory.write(#"{"permissions": {"write": ["\#(directory.path)"]}}"#, to: "host.json")
    let serving = try serve()
    #expect(try serving.ready().worker?.permissions == "enforced")
    #expect(try requestUpgrade().status == 0)
    #expect(try serving.ready().worker?.permissions == "enforced")
    try serving.status("the old worker has ended") { $0.draining.isEmpty }
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    // Of the old worker, of that of the trial, and of the new one.
    #expect(
      log.components(separatedBy: "a plugin tried to write to `/tmp/refused`").count == 4, "\(log)")
  }

  @Test(
    "leaves a program that serves if the installed one does not start",
    arguments: [
      ("#!/bin/sh\nexit 7\n", "it has ended with status 7 before it was ready"),
      ("#!/bin/sh\nkill -SEGV $$\n", "it was ended by SIGSEGV before it was ready"),
      ("not a program", "can't execute "),
    ])
  func broken(text: String, reason: String) throws {
    let serving = try serve()
    let first = try #require(try serving.ready().worker)
    try directory.write(text, to: "broken")
    chmod(directory.path(of: "broken"), 0o755)
    try install(directory.path(of: "broken"))
    try expectRefusal(reason, by: serving, first)
  }

  @Test("leaves a program that serves if the installed one can't use the plugins")
  func brokenPlugin() throws {
    let serving = try serve()
    let first = try #require(try serving.ready().worker)
    try directory.write("broken", to: "plugins/org.example.server.so")
    try expectRefusal("org.example.server.so", by: serving, first)
  }

  @Test("leaves a program that serves if there is none")
  func missing() throws {
    let serving = try serve()
    let first = try #require(try serving.ready().worker)
    directory.remove("bin")
    try expectRefusal("can't execute \(program): No such file or directory", by: serving, first)
  }

  @Test("does not lose what is recorded")
  func recording() throws {
    let serving = try serve(["--record-permissions", "permissions.json"])
    let first = try #require(try serving.ready().worker)
    try expectRefusal(
      "what --record-permissions has recorded can't be handed over", by: serving, first)
  }

  private func expectRefusal(
    _ reason: String, by serving: ServingHost, _ worker: ServingStatus.Worker,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let run = try requestUpgrade()
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(run.errors.contains(reason), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(
      run.errors.hasSuffix("the program was not replaced; the old one goes on\n"), "\(run.errors)",
      sourceLocation: sourceLocation)
    #expect(try answer(in: directory) == "first", sourceLocation: sourceLocation)
    #expect(try serving.ready().worker?.process == worker.process, sourceLocation: sourceLocation)
    try expectShown(reason, sourceLocation: sourceLocation)
    #expect(try serving.stop().status == 0, sourceLocation: sourceLocation)
  }

  /// Whether the status says in each form why the program was not replaced.
  private func expectShown(_ reason: String, sourceLocation: Testing.SourceLocation) throws {
    for (option, text) in [
      ([], reason), (["--format", "json"], #""failedReplacement""#),
      (["--metrics"], "\ncleanse_last_program_replacement_successful 0\n"),
    ] {
      let shown = try host(
        arguments: ["status", "--control", "c.sock"] + option, in: directory
      ).output
      #expect(shown.contains(text), "\(shown)", sourceLocation: sourceLocation)
    }
  }

  // Only the log said so.
  @Test("says in the status, also after SIGUSR2, that it has failed, until another one succeeds")
  func signalled() throws {
    let serving = try serve()
    try serving.ready()
    try directory.write("not a program", to: "broken")
    chmod(directory.path(of: "broken"), 0o755)
    try install(directory.path(of: "broken"))
    serving.send(SIGUSR2)
    let failed = try serving.status("the program is kept") { $0.failedReplacement != nil }
    let reasons = failed.failedReplacement?.reasons ?? []
    #expect(reasons.first?.hasPrefix("can't execute ") == true, "\(reasons)")
    try install(Build.host.path(percentEncoded: false))
    #expect(try requestUpgrade().status == 0)
    #expect(try serving.ready().failedReplacement == nil)
    #expect(try serving.stop().status == 0)
  }
}
