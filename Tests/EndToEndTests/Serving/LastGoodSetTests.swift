import CleanseTestSupport
import Foundation
import Testing

/// What serves is a private copy of the plugins, so that changed files have no effect before a reload that succeeds.
@Suite("host serve: the set that has served last", .serialized, .blocking)
struct LastGoodSetTests {
  // The worker that was started again loaded the broken file, and the service was down until a person came.
  @Test("after a reload that fails, a worker is started again with the plugins that have served")
  func restartAfterFailedReload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(try serving.status()?.secondsSinceChange == nil)
    try directory.write("broken", to: "plugins/org.example.server.so")
    let reload = try host("reload", "--control", "c.sock", in: directory)
    #expect(reload.status == 1)
    #expect(
      reload.errors.contains("plugins/org.example.server.so") && !reload.errors.contains("state/"),
      "\(reload.errors)")
    for restarts in 1...3 {
      let last = try #require(try serving.ready().worker)
      kill(last.process, SIGKILL)
      try serving.status("started again") { $0.restarts == restarts && $0.state == "ready" }
      #expect(try answer(in: directory) == "first")
    }
    let status = try host("status", "--control", "c.sock", in: directory)
    #expect(status.status == 4, "\(status.output)")
    #expect(status.output.contains("changed "), "\(status.output)")
    #expect(try serving.ready().worker?.process != worker.process)
    try ServicePlugin(answer: "second").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    #expect(try host("status", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.stop().status == 0)
    #expect(try copies(in: directory) == [])
  }

  // The code that the worker ran was overwritten, and it crashed.
  @Test("a plugin that is overwritten in place, or removed with its directory, harms no worker")
  func overwritten() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    let file = directory.path(of: "plugins/org.example.server.so")
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data(repeating: 0xCC, count: Int(size)))
    try handle.close()
    for _ in 0..<20 { #expect(try answer(in: directory) == "first") }
    directory.remove("plugins")
    try serving.status("noticed") { $0.secondsSinceChange != nil }
    let status = try #require(try serving.status())
    #expect(status.restarts == 0)
    kill(try #require(status.worker).process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try answer(in: directory) == "first")
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  @Test("the settings are part of the set, with the lock")
  func settings() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try write(listen: "s.sock", in: directory)
    #expect(
      try host(arguments: ["lock", "plugins", "--output", "plugins.lock"], in: directory).status
        == 0)
    let serving = try ServingHost(
      ["--config", "host.json", "--locked=plugins.lock"], in: directory)
    let first = try #require(try serving.ready().worker)
    #expect(first.sockets == ["unix:\(directory.path(of: "s.sock"))"])
    for text in ["{}", "{"] {
      try directory.write(text, to: "host.json")
      try directory.write(text, to: "plugins.lock")
      #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
      let last = try #require(try serving.ready().worker)
      kill(last.process, SIGKILL)
      try serving.status("started again") {
        $0.worker.map { $0.process != last.process } ?? false && $0.state == "ready"
      }
      #expect(try answer(in: directory) == "first")
    }
    #expect(try serving.stop().status == 0)
  }

  private func write(listen: String, in directory: TemporaryDirectory) throws {
    try directory.write(
      """
      {"plugins": {"org.example.server": {"options": {
        "listen": "unix:\(directory.path(of: listen))"}}}}
      """, to: "host.json")
  }

  @Test("a library that a plugin finds relative to itself belongs to the set")
  func libraries() throws {
    let directory = try TemporaryDirectory()
    try library("answer_text", "first", in: directory)
    try CPlugin.compile(
      ServicePlugin(
        answer: "%s", declarations: "const char *answer_text(void);"
      ).source.replacing("send(connection, \"%s\", 2,", with: "send(connection, answer_text(), 5,"),
      to: "org.example.server.so", in: directory,
      [
        "-L\(directory.path(of: "lib"))", "-lanswer", "-Wl,-rpath,$ORIGIN/../lib",
      ])
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: directory.path(of: "org.example.server.so"),
      toPath: directory.path(of: "plugins/org.example.server.so"))
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(try answer(in: directory) == "first")
    let maps = try String(contentsOfFile: "/proc/\(worker.process)/maps", encoding: .utf8)
    #expect(!maps.contains(" \(directory.path(of: "lib/libanswer.so"))"))
    directory.remove("lib/libanswer.so")
    // Only changes in the directories of plugins were noticed.
    try serving.status("a library is missing") { $0.differences == ["plugins"] }
    kill(worker.process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try answer(in: directory) == "first")
    try library("answer_text", "other", in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new library is used") { try answer(in: directory) == "other" }
    #expect(try serving.stop().status == 0)
  }

  private func library(
    _ function: String, _ text: String, in directory: TemporaryDirectory
  ) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "lib"), withIntermediateDirectories: true)
    try CPlugin.compile(
      "const char *\(function)(void) { return \"\(text)\"; }", to: "lib/new.so", in: directory,
      ["-Wl,-soname,libanswer.so"])
    #expect(
      rename(directory.path(of: "lib/new.so"), directory.path(of: "lib/libanswer.so")) == 0)
  }

  @Test("a confined worker may read its copy, and a plugin the files next to its own")
  func confined() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        Dl_info info;
        dladdr((void *)start, &info);
        char path[4096];
        snprintf(path, sizeof path, "%.*swords.txt", (int)(strrchr(info.dli_fname, '/') + 1 - info.dli_fname), info.dli_fname);
        int file = open(path, O_RDONLY);
        if (file < 0) CLEANSE_FAIL(error, path);
        if (open(info.dli_fname, O_WRONLY) >= 0) CLEANSE_FAIL(error, "the copy can be written");
        """,
      declarations:
        "#include <dlfcn.h>\n#include <fcntl.h>\nstatic void start(void *, cleanse_error *);"
    ).build(in: directory)
    try directory.write("data", to: "plugins/words.txt")
    try directory.write(
      #"{"permissions": {"write": ["\#(directory.path)/sockets"]}}"#, to: "host.json")
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "sockets"), withIntermediateDirectories: false)
    let serving = try ServingHost(
      ["--set", "org.example.server.listen=unix:\(directory.path(of: "sockets/s.sock"))"],
      in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(worker.permissions == "enforced")
    try directory.write("broken", to: "plugins/org.example.server.so")
    kill(worker.process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try serving.ready().worker?.permissions == "enforced")
    #expect(try serving.stop().status == 0)
  }

  @Test("a secret in a file belongs to the set")
  func secret() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    try OptionPlugin().build("plugins/options.so", in: directory)
    try directory.write("hunter2", to: "token")
    #expect(chmod(directory.path(of: "token"), 0o600) == 0)
    try directory.write(
      #"{"plugins": {"org.example.options": {"options": {"token": {"file": "token"}}}}}"#,
      to: "host.json")
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    directory.remove("token")
    // A file with a secret was no part of what was compared.
    try serving.status("a secret is missing") { $0.differences == ["plugins"] }
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    kill(worker.process, SIGKILL)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(try serving.stop().status == 0)
  }

  // They were started again and again, ever later.
  @Test("plugins that crash after their trial are given up for those that served before")
  func fallback() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--crashes", "3/300"], in: directory)
    try serving.ready()
    try ServicePlugin(answer: "second", run: ServicePlugin.crash(in: directory))
      .build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try ServicePlugin.crashWorkers(3, of: serving, in: directory)
    let status = try serving.status("back") { $0.fallback != nil && $0.state == "ready" }
    #expect(
      status.fallback?.reason.hasPrefix("3 workers have ended within 300.0 seconds; ") == true)
    #expect(status.restarts == 3)
    try eventually("the old plugin answers") { try answer(in: directory) == "first" }
    let text = try host("status", "--control", "c.sock", in: directory)
    #expect(text.status == 4)
    #expect(text.output.contains("went back"), "\(text.output)")
    #expect(
      text.output.contains(
        /changed [0-9.]+ s ago, and have failed: fix them, or put the old ones back,\n +before `host reload`/
      ), "\(text.output)")
    try ServicePlugin(answer: "third").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "third" }
    #expect(try serving.ready().fallback == nil)
    #expect(try host("status", "--control", "c.sock", in: directory).status == 0)
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.contains("going back to the plugins that served before: "), "\(log)")
    // Reports of crashes have the paths of the originals.
    #expect(log.contains("plugins/org.example.server.so crashes"), "\(log)")
    #expect(!log.contains("state/cleanse"), "\(log)")
  }

  // Nothing was served until the reload had failed.
  @Test("a worker that ends during a reload is started again, whatever becomes of the reload")
  func crashDuringReload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory) + ["--stop-time", "1"], in: directory)
    let worker = try #require(try serving.ready().worker)
    try ServicePlugin(answer: "second", start: "for (;;) pause();").build(in: directory)
    serving.send(SIGHUP)
    let candidate = try serving.status("reloading") { $0.candidate?.steps.isEmpty == false }
      .candidate
    kill(worker.process, SIGKILL)
    let status = try serving.status("serving again") {
      $0.worker.map { $0.process != worker.process } ?? false
    }
    #expect(status.state == "reloading")
    #expect(status.candidate?.process == candidate?.process)
    #expect(try answer(in: directory) == "first")
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.contains("starting the plugins that served before"), "\(log)")
  }

  @Test(
    "options with a wrong number of crashes are errors",
    arguments: ["3", "0/1", "3/x", "3/0", "1001/1"])
  func wrongLimit(text: String) throws {
    let run = try host("serve", "--crashes", text)
    #expect(run.status == 2)
    let expected =
      "expected N/SECONDS, such as 3/60, with N from 1 to 1000 and SECONDS from 1 to 86400"
    #expect(run.errors.contains(expected), "\(run.errors)")
  }

  @Test("a damaged copy is replaced by one of the present files")
  func damagedCopy() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    let store = try #require(try copies(in: directory).first)
    directory.remove("state/cleanse/\(store)/1")
    kill(worker.process, SIGKILL)
    try serving.status("started again") { $0.worker?.generation == 3 && $0.state == "ready" }
    #expect(try answer(in: directory) == "first")
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.contains("the copy of the plugins that have served is damaged: "), "\(log)")
  }

  @Test("the copies of a supervisor that was killed are removed by the next one, and no others")
  func abandoned() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let first = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try first.ready().worker)
    first.send(SIGKILL)
    _ = try first.end()
    eventually("the worker ends") { !isRunning(worker.process) }
    let abandoned = try copies(in: directory)
    #expect(abandoned.count == 1)
    let second = try ServingHost(listening(in: directory), in: directory)
    try second.ready()
    let own = try copies(in: directory)
    #expect(own.count == 1 && own != abandoned)
    let third = try host(
      arguments: ["serve", "plugins", "--control", "d.sock", "--state-directory", "state/cleanse"]
        + listening(in: directory), in: directory)
    #expect(third.status == 1, "\(third.errors)")
    #expect(try copies(in: directory) == own)
    #expect(try second.stop().status == 0)
  }

  @Test("without a directory for state, the copies are in one for temporary files")
  func temporary() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let place = directory.path(of: "t")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(chmod(place, 0o1777) == 0)
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      environment: ["XDG_STATE_HOME": "", "HOME": "/proc/no/home", "TMPDIR": place])
    try serving.ready()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(
      log.contains("plugins can't be copied to /proc/no/home/.local/state/cleanse: "), "\(log)")
  }

  @Test("a directory where the copies can't be is an error at the start")
  func unusableDirectory() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try directory.write("", to: "file")
    for (path, reason) in [
      ("file/x", "plugins can't be copied to \(directory.path(of: "file/x")): Not a directory"),
      ("/proc/x", "plugins can't be copied to /proc/x: No such file or directory"),
      ("/sys", "plugins can't be copied to /sys: "),
    ] {
      let run = try host(
        arguments: ["serve", "plugins", "--control", "c.sock", "--state-directory", path]
          + listening(in: directory), in: directory)
      #expect(run.status == 3)
      #expect(run.errors.contains(reason), "\(run.errors)")
    }
  }

  /// The directories of supervisors.
  private func copies(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path(of: "state/cleanse"))
  }

  @Test(
    "a file system that forbids to execute files, or is full, is named at the start",
    .enabled(if: geteuid() == 0, "mounts file systems"),
    arguments: [
      ("noexec", "its file system forbids to execute files (noexec)", Int32(3)),
      ("mode=700,size=8k", "No space left on device", 3),
    ])
  func unusableFileSystem(option: String, reason: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let state = directory.path(of: "mounted")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
    let command = """
      mount -t tmpfs -o \(option) none '\(state)' && exec '\(Build.host.path(percentEncoded: false))' \
        serve plugins --control c.sock --state-directory '\(state)' \
        \(listening(in: directory).joined(separator: " "))
      """
    var program = ChildProcess(
      program: "/usr/bin/unshare", arguments: ["-m", "/bin/sh", "-c", command],
      environment: ChildProcess.searchPaths, directory: directory.path, deadline: .seconds(60))
    program.onStart = { _ in }
    let outcome = try program.run()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    try #require(!errors.contains("unshare failed"), "\(errors)")
    #expect(outcome.status == status, "\(errors)")
    #expect(errors.contains(reason), "\(errors)")
  }
}
