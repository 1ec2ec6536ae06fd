import CleanseTestSupport
import Foundation
import Testing

@Suite("host serve --http", .serialized, .blocking)
struct MonitorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var address: [String] { ["--http", "unix:\(directory.path(of: "h.sock"))"] }

  private func serve(
    _ plugin: ServicePlugin = ServicePlugin(), environment: [String: String] = [:]
  ) throws -> ServingHost {
    try plugin.build(in: directory)
    return try ServingHost(
      listening(in: directory) + address, in: directory, environment: environment)
  }

  /// The answer to a request; nil if there is none.
  private func get(
    _ path: String, method: String = "GET", header: String = ""
  ) throws -> HTTPAnswer? {
    let text = "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(header)Connection: close\r\n\r\n"
    return try HTTPAnswer(to: text, at: directory.path(of: "h.sock"))
  }

  private func wait(for path: String, _ status: Int) throws {
    try eventually("\(path) answers \(status)") { try get(path)?.status == status }
  }

  @Test("answers probes and metrics, and nothing else")
  func paths() throws {
    let serving = try serve()
    try serving.ready()
    for (path, line) in [
      ("/livez", "live"), ("/readyz?verbose", "ready"), ("/startupz", "started"),
    ] {
      let answer = try #require(try get(path))
      #expect(answer.status == 200)
      #expect(answer.body == line + "\n")
    }
    let head = try #require(try get("/readyz", method: "HEAD"))
    #expect(head.status == 200 && head.body == "")
    // The path was compared up to its `%00`.
    for path in [
      "/", "/metrics/", "/readyz/../livez", "/stats", "/%2e%2e/etc/passwd", "/livez%00.",
      "/metrics%00",
    ] {
      #expect(try get(path)?.status == 404, "\(path)")
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
      let answer = try #require(try get("/metrics", method: method))
      #expect(answer.status == 405)
      #expect(answer.headers.contains("Allow: GET, HEAD"), "\(answer.headers)")
    }
    let old = try #require(try get("/metrics"))
    #expect(old.headers.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
    let new = try #require(
      try get(
        "/metrics",
        header: "Accept: application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.4\r\n"))
    #expect(
      new.headers.contains(
        "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8"))
    for metrics in [old, new] {
      #expect(metrics.body.contains("cleanse_plugin_info{plugin=\"org.example.server\""))
      #expect(metrics.body.contains("cleanse_process_resident_memory_bytes{role=\"worker\"} "))
    }
    #expect(new.body.hasSuffix("# EOF\n") && !old.body.contains("# EOF"))
    #expect(try serving.stop().status == 0)
    #expect(!directory.contains("h.sock"))
  }

  @Test("while services start, the host is live, and not ready")
  func starting() throws {
    let gate = directory.path(of: "gate")
    let serving = try serve(
      ServicePlugin(start: "while (access(\"\(gate)\", F_OK) != 0) usleep(1000);"))
    try wait(for: "/livez", 200)
    #expect(try get("/readyz")?.status == 503)
    #expect(try get("/startupz")?.status == 503)
    _ = try directory.write("", to: "gate")
    try wait(for: "/readyz", 200)
    #expect(try serving.stop().status == 0)
  }

  @Test("the counts survive a reload, after which it answers at the same address")
  func reload() throws {
    let serving = try serve()
    try serving.ready()
    for _ in 1...2 {
      #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    }
    let metrics = try #require(try get("/metrics")).body
    #expect(metrics.contains("cleanse_reloads_total{outcome=\"success\"} 2\n"), "\(metrics)")
    #expect(metrics.contains("cleanse_worker_starts_total 3\n"), "\(metrics)")
    #expect(try serving.stop().status == 0)
  }

  /// The process that answers: the child of the supervisor that is no worker.
  private func monitor(of serving: ServingHost, besides worker: pid_t) throws -> pid_t {
    let path = "/proc/\(serving.process)/task/\(serving.process)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    return try #require(children.compactMap { pid_t($0) }.first { $0 != worker })
  }

  // All had the name of the supervisor.
  @Test("workers and the process that answers have names of their own")
  func names() throws {
    let serving = try serve()
    let worker = try #require(try serving.ready().worker).process
    try wait(for: "/readyz", 200)
    let processes = try [worker, monitor(of: serving, besides: worker), serving.process]
    let names = try processes.map { process in
      try String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    }
    #expect(names == ["host-worker\n", "host-http\n", "host\n"])
    #expect(try serving.stop().status == 0)
  }

  @Test("a process that answers is started again if it dies, and ends with the supervisor")
  func death() throws {
    let serving = try serve()
    let worker = try #require(try serving.ready().worker).process
    try wait(for: "/readyz", 200)
    let first = try monitor(of: serving, besides: worker)
    kill(first, SIGKILL)
    eventually("it has ended") { !isRunning(first) }
    try wait(for: "/readyz", 200)
    let second = try monitor(of: serving, besides: worker)
    #expect(second != first)
    #expect(try serving.ready().worker?.process == worker)
    serving.send(SIGKILL)
    _ = try serving.end()
    eventually("it ends with the supervisor") { !isRunning(second) }
  }

  @Test("a supervisor that does not answer fails all probes, until it does")
  func stopped() throws {
    let serving = try serve()
    try serving.ready()
    try wait(for: "/livez", 200)
    serving.send(SIGSTOP)
    defer { serving.send(SIGCONT) }
    let answer = try #require(try get("/livez"))
    #expect(answer.status == 503)
    #expect(answer.body == "the supervisor does not answer\n")
    #expect(try get("/metrics")?.status == 503)
    serving.send(SIGCONT)
    try wait(for: "/livez", 200)
    #expect(try serving.stop().status == 0)
  }

  @Test(
    "clients that say nothing, and malformed requests, keep out neither others nor the supervisor")
  func hostile() throws {
    let serving = try serve()
    try serving.ready()
    try wait(for: "/livez", 200)
    let path = directory.path(of: "h.sock")
    for text in [
      "\r\n\r\n", "GET\r\n\r\n", "GET /livez HTTP/9.9\r\n\r\n", "\u{0}\u{1}\r\n\r\n",
      "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n",
      "POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\nx",
    ] {
      let answer = try HTTPAnswer(to: text, at: path)
      #expect(answer?.status != 200, "\(text.prefix(40))")
    }
    let silent = (1...20).compactMap { _ in HTTPAnswer.connection(to: path) }
    defer { silent.forEach { close($0) } }
    #expect(silent.count == 20)
    #expect(try get("/livez")?.status == 200)
    #expect(try serving.stop().status == 0)
  }

  // 200 idle connections kept out the probes for a minute.
  @Test("more connections than it has room for end the oldest, and probes are answered")
  func flood() throws {
    let serving = try serve()
    try serving.ready()
    try wait(for: "/livez", 200)
    let path = directory.path(of: "h.sock")
    let silent = (1...600).compactMap { _ in HTTPAnswer.connection(to: path) }
    defer { silent.forEach { close($0) } }
    #expect(silent.count == 600)
    #expect(try get("/livez")?.status == 200)
    #expect(HTTPAnswer.isEnded(silent[0]))
    #expect(try get("/metrics")?.status == 200)
    #expect(try serving.stop().status == 0)
  }

  /// Lets new processes find no usable library, as where it is not installed; with the environment of ``withoutLibrary``. The
  /// file `tries` has a byte for each that has tried.
  private func breakLibrary() throws {
    let source = """
      #include <stdio.h>
      __attribute__((constructor)) static void tried(void) {
        FILE *tries = fopen("\(directory.path(of: "tries"))", "a");
        fputc('x', tries);
        fclose(tries);
      }
      """
    try CPlugin.compile(source, to: Self.library, in: directory)
  }

  private static let library = "libmicrohttpd.so.12"
  private static let missing =
    "--http needs the library libmicrohttpd.so.12, which can't be loaded: install it, in Debian the package libmicrohttpd12"
  private var withoutLibrary: [String: String] { ["LD_LIBRARY_PATH": directory.path] }

  // The host ran on, its port accepted connections, and no request was answered.
  @Test("without the library, the program does not start, and names the package")
  func library() throws {
    try breakLibrary()
    let outcome = try serve(environment: withoutLibrary).end()
    #expect(outcome.status == 3)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains(Self.missing), "\(log)")
    #expect(!directory.contains("h.sock") && !directory.contains("c.sock"))
  }

  // It was not started again.
  @Test("a process that can't answer is tried again until it can, and the log says so once")
  func lostLibrary() throws {
    let serving = try serve(environment: withoutLibrary)
    let worker = try #require(try serving.ready().worker).process
    try wait(for: "/readyz", 200)
    try breakLibrary()
    kill(try monitor(of: serving, besides: worker), SIGKILL)
    try eventually("it is tried again") {
      try directory.contains("tries") && directory.text(of: "tries").utf8.count > 1
    }
    directory.remove(Self.library)
    try wait(for: "/readyz", 200)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.components(separatedBy: Self.missing).count == 2, "\(log)")
    #expect(log.contains("the process of --http answers again"), "\(log)")
  }

  @Test("a program that has no library does not replace one that answers")
  func upgradeWithoutLibrary() throws {
    let serving = try serve(environment: withoutLibrary)
    try serving.ready()
    try breakLibrary()
    let run = try host("reload", "--program", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains(Self.missing), "\(run.errors)")
    #expect(try get("/readyz")?.status == 200)
    directory.remove(Self.library)
    #expect(try host("reload", "--program", "--control", "c.sock", in: directory).status == 0)
    try wait(for: "/readyz", 200)
    #expect(try serving.stop().status == 0)
  }

  // Only the user of the host could connect to it, and no monitor.
  @Test("each user who reaches a socket in the file system may use it, as with a port")
  func mode() throws {
    let serving = try serve()
    try serving.ready()
    var file = stat()
    #expect(stat(directory.path(of: "h.sock"), &file) == 0)
    #expect(file.st_mode & 0o777 == 0o666)
    #expect(try serving.stop().status == 0)
  }

  @Test(
    "an address that is none, or can't be used, is an error",
    arguments: [
      ("localhost", Int32(2), "invalid value `localhost` for option --http"),
      ("unix:h.sock", 2, "invalid value `unix:h.sock` for option --http"),
      ("systemd:http", 3, "can't listen at systemd:http for --http"),
      ("unix:/nowhere/h.sock", 3, "can't listen at unix:/nowhere/h.sock for --http"),
    ])
  func addresses(address: String, status: Int32, message: String) throws {
    try ServicePlugin().build(in: directory)
    let outcome = try ServingHost(["--http", address], in: directory).end()
    #expect(outcome.status == status)
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.contains(message), "\(errors)")
  }

  @Test("the socket can be inherited, is the host's own, and answers what has connected before")
  func inherited() throws {
    try ServicePlugin().build(in: directory)
    let script = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen()
      if os.fork() == 0:
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1])
          client.sendall(b"GET /livez HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n")
          listener.close()
          open("early", "wb").write(client.recv(1000))
          os._exit(0)
      os.dup2(listener.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="http")
      os.execv(sys.argv[2], sys.argv[2:])
      """
    let serving = try ServingHost(
      listening(in: directory) + ["--http", "systemd:http"], in: directory,
      prefix: ["/usr/bin/python3", "-c", script, directory.path(of: "h.sock")])
    try serving.ready()
    try eventually("what has connected before is answered") {
      try directory.contains("early") && directory.text(of: "early").hasPrefix("HTTP/1.1 ")
    }
    try wait(for: "/readyz", 200)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try get("/readyz")?.status == 200)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(!log.contains("no plugin uses the inherited socket"), "\(log)")
  }

  @Test("a plugin does not get the socket")
  func taken() throws {
    try ServicePlugin().build(in: directory)
    let outcome = try ServingHost(
      ["--set", "org.example.server.listen=unix:\(directory.path(of: "h.sock"))"] + address,
      in: directory
    ).end()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("Address already in use"), "\(log)")
    #expect(!directory.contains("h.sock"))
  }

  @Test("host status --metrics writes the same without HTTP")
  func command() throws {
    let serving = try serve()
    try serving.ready()
    let run = try host("status", "--metrics", "--control", "c.sock", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains("cleanse_ready 1\n"))
    #expect(run.output.hasSuffix("# EOF\n"))
    #expect(try serving.stop().status == 0)
  }
}

/// An answer over HTTP.
private struct HTTPAnswer {
  let status: Int
  let headers: [String]
  let body: String

  /// Sends a request, and reads until the other end closes the connection; nil if there is no answer.
  init?(to request: String, at path: String) throws {
    guard let connection = Self.connection(to: path) else { return nil }
    defer { close(connection) }
    let bytes = Array(request.utf8)
    _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
      text += buffer[..<count]
    }
    let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    self.status = status
    headers = Array(lines.dropFirst())
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }

  /// Whether the other end has closed a connection.
  static func isEnded(_ connection: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }

  /// Connects to a socket; nil if nothing listens there.
  static func connection(to path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
