import CleanseTestSupport
import Foundation
import Testing

@Suite("host serve under systemd", .serialized, .blocking)
struct ServiceManagerTests {
  @Test("reports when it is ready, reloads and stops")
  func notify() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let manager = try StandIn(path: directory.path(of: "notify.sock"))
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      environment: [
        "NOTIFY_SOCKET": directory.path(of: "notify.sock"), "WATCHDOG_USEC": "3000000",
      ])
    #expect(manager.next()?.hasPrefix("READY=1\nSTATUS=ready") == true)
    // With SIGUSR2, another program in the same process.
    for signal in [SIGHUP, SIGUSR2] {
      serving.send(signal)
      let reloading = manager.next(except: "WATCHDOG=1")
      #expect(reloading?.contains("RELOADING=1\nMONOTONIC_USEC=") == true, "\(reloading ?? "")")
      #expect(manager.next(except: "WATCHDOG=1")?.hasPrefix("READY=1\n") == true)
      #expect(manager.next() == "WATCHDOG=1")
    }
    serving.send(SIGTERM)
    #expect(manager.next(except: "WATCHDOG=1")?.hasPrefix("STOPPING=1") == true)
    #expect(try serving.end().status == 0)
  }

  @Test(
    "uses sockets that it has inherited, by their names",
    arguments: [("other:web", "web", "other"), ("web:web", "web:2", "web")])
  func inherited(names: String, name: String, other: String) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let path = directory.path(of: "s.sock")
    _ = try directory.write(
      """
      import os, socket, sys
      listening = socket.socket(socket.AF_UNIX)
      listening.bind(sys.argv[1])
      listening.listen()
      other = socket.socket(socket.AF_UNIX)
      other.bind(sys.argv[1] + ".other")
      other.listen()
      os.dup2(other.fileno(), 13)
      os.dup2(listening.fileno(), 14)
      os.dup2(os.pipe()[0], 15)
      for number in [3, 4, 5]: os.dup2(number + 10, number)
      names = sys.argv.pop(2) + ":pipe"
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="3", LISTEN_FDNAMES=names)
      os.execv(sys.argv[2], sys.argv[2:])

      """, to: "activate.py")
    let serving = try ServingHost(
      ["--set", "org.example.server.listen=systemd:\(name)"], in: directory,
      prefix: [try Self.python, directory.path(of: "activate.py"), path, names])
    try serving.ready()
    #expect(try answer(in: directory) == "first")
    try ServicePlugin(answer: "second").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    #expect(try host("reload", "--program", "--control", "c.sock", in: directory).status == 0)
    #expect(try answer(in: directory) == "second")
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("no plugin uses the inherited socket systemd:\(other)\n"), "\(log)")
    #expect(!log.contains("no plugin uses the inherited socket systemd:\(name)\n"), "\(log)")
    // A pipe was accepted as a socket, and no connection ever came.
    #expect(
      log.contains("the inherited descriptor systemd:pipe is not a listening socket\n"), "\(log)")
    // It belongs to the program that has opened it.
    #expect(directory.contains("s.sock"))
  }

  @Test("if the supervisor is killed, a socket that it has inherited loses no connection")
  func killed() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    // It keeps the socket, and starts the program again, as systemd does with Restart=on-failure.
    _ = try directory.write(
      """
      import os, signal, socket, sys
      listening = socket.socket(socket.AF_UNIX)
      listening.bind(sys.argv[1])
      listening.listen(128)
      child = 0
      def stop(number, frame):
        os.kill(child, signal.SIGTERM)
      signal.signal(signal.SIGTERM, stop)
      while True:
        child = os.fork()
        if child == 0:
          os.dup2(listening.fileno(), 3)
          os.set_inheritable(3, True)
          os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="web")
          os.execv(sys.argv[2], sys.argv[2:])
        status = os.waitpid(child, 0)[1]
        if status != signal.SIGKILL: sys.exit(os.waitstatus_to_exitcode(status))

      """, to: "manager.py")
    let serving = try ServingHost(
      ["--set", "org.example.server.listen=systemd:web"], in: directory,
      prefix: [try Self.python, directory.path(of: "manager.py"), directory.path(of: "s.sock")])
    var killed = try serving.ready().process
    let load = Load { try answer(in: directory) }
    for _ in 1...3 {
      kill(killed, SIGKILL)
      killed = try serving.status("started again") {
        $0.state == "ready" && $0.process != killed
      }.process
    }
    let answers = load.end()
    #expect(Set(answers) == ["first"], "\(answers.filter { $0 != "first" })")
    #expect(try serving.stop().status == 0)
  }

  private static var python: String {
    get throws {
      try #require(
        ["/usr/bin/python3", "/usr/local/bin/python3"].first {
          FileManager.default.isExecutableFile(atPath: $0)
        })
    }
  }

  @Test("a socket that it has not inherited is an error of the plugin")
  func missing() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let outcome = try ServingHost(
      ["--set", "org.example.server.listen=systemd:web"], in: directory
    ).end()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("systemd:web"), "\(log)")
  }

  @Test("the units of the documentation are valid")
  func units() throws {
    let analyzer = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: analyzer) else {
      try skip(because: "systemd is not installed")
    }
    let directory = try TemporaryDirectory()
    // The program of the unit need not be installed. Its path can have blanks.
    let host = "\"\(Build.host.path(percentEncoded: false))\""
    for name in ["cleanse-host.service", "cleanse-host.socket"] {
      let unit = try Repository.text(of: "Documentation/systemd/\(name)")
      try directory.write(unit.replacing("/usr/local/bin/host", with: host), to: name)
    }
    let page = try Readme("Documentation/RunningAHost.md")
    let dropIn = try #require(
      page.files.first { $0.path == "cleanse-host.service.d/override.conf" })
    try directory.makeDirectory("cleanse-host.service.d")
    try directory.write(
      dropIn.contents.replacing("/usr/local/bin/host", with: host), to: dropIn.path)
    let outcome = try ChildProcess(
      program: analyzer, arguments: ["verify", "./cleanse-host.service", "./cleanse-host.socket"],
      directory: directory.path
    ).run()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 0, "\(errors)")
    #expect(errors == "")
  }

  // A start that failed fast was tried five times in a second, and then never again, as one that could not succeed was.
  @Test("the unit tries starts without a limit, but not with settings that are wrong")
  func restarts() throws {
    let unit = try Repository.text(of: "Documentation/systemd/cleanse-host.service")
      .split(separator: "\n")
    for line in ["StartLimitIntervalSec=0", "RestartSec=2", "OOMPolicy=continue"] {
      #expect(unit.contains { $0 == line }, "\(line)")
    }
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    for (settings, arguments) in [("{", []), ("{}", ["--no-such-option"])] {
      try directory.write(settings, to: "host.json")
      let outcome = try host(arguments: ["serve"] + arguments, in: directory)
      #expect(unit.contains { $0 == "RestartPreventExitStatus=\(outcome.status)" }, "\(outcome)")
    }
  }

  @Test("gives the journal the level of each line")
  func journal() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: #"puts("<3>server * failed to start"); CLEANSE_FAIL(error, "no luck");"#
    ).build(in: directory)
    // Standard error is the pipe that the journal would read.
    let serving = try ServingHost(
      listening(in: directory) + ["--log-level", "debug"], in: directory,
      prefix: [
        "/bin/sh", "-c", "JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec \"$@\"", "sh",
      ])
    let log = String(decoding: try serving.end().errors, as: UTF8.self)
    #expect(log.contains("<7>server * of org.example.server starts\n"), "\(log)")
    #expect(log.contains("<3>server * of org.example.server failed to start: no luck\n"), "\(log)")
    #expect(log.contains(/<6>worker \d+\| <3>server \* failed to start\n/), "\(log)")
  }
}

/// A stand-in for systemd, which receives messages.
private final class StandIn {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
  }

  deinit { close(descriptor) }

  /// The next message that is not one of these; nil after 20 seconds.
  func next(except ignored: String? = nil) -> String? {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 1000) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      let message = String(decoding: buffer[..<count], as: UTF8.self)
      if message != ignored { return message }
    }
    return nil
  }
}
