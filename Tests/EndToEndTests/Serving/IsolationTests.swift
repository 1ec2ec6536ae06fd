import CleanseTestSupport
import Foundation
import Testing

/// Three plugins, each of which is an island.
@Suite("host serve --isolate", .serialized, .blocking)
struct IsolationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in IsolatedPlugin.names { try IsolatedPlugin.build(name, in: directory) }
  }

  private func serve(_ arguments: [String]? = nil) throws -> ServingHost {
    let sockets = arguments ?? IsolatedPlugin.sockets(in: directory)
    return try ServingHost(["--isolate"] + sockets, in: directory)
  }

  private func reload() throws -> HostRun {
    try host("reload", "--control", "c.sock", in: directory)
  }

  private func connections() throws -> [String: OpenConnection] {
    try Dictionary(
      uniqueKeysWithValues: IsolatedPlugin.names.map {
        ($0, try OpenConnection(to: $0, in: directory))
      })
  }

  /// Whether the connections of some plugins are still those to the same processes.
  private func expectOpen(
    _ names: [String], _ connections: [String: OpenConnection], _ processes: [String: pid_t],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    for name in names {
      let answer = connections[name]?.ask()
      #expect(answer?.process == processes[name], "\(name)", sourceLocation: sourceLocation)
    }
  }

  // MARK: - Processes

  @Test("each island has a process of its own, which the status and the metrics list")
  func processes() throws {
    let serving = try serve()
    let status = try serving.ready()
    let processes = status.processesOfIslands
    #expect(processes.keys.sorted() == IsolatedPlugin.names)
    let all = Array(processes.values) + [status.process, try #require(status.worker).process]
    #expect(Set(all).count == 5)
    for island in try #require(status.islands) {
      #expect(island.state == "ready")
      #expect(island.restarts == 0)
      #expect(island.worker?.plugins == ["\(island.island) 1.0.0"])
      #expect(island.worker?.services.map(\.state) == ["ready"])
    }
    for (name, connection) in try connections() {
      #expect(connection.ask()?.process == processes[name])
    }
    let text = try host("status", "--control", "c.sock", in: directory).output
    for (name, process) in processes {
      #expect(text.contains("org.example.\(name): ready, process \(process)\n"), "\(text)")
      #expect(text.contains(" at unix:\(directory.path(of: "\(name).s"))\n"), "\(text)")
    }
    let verbose = try host("status", "--verbose", "--control", "c.sock", in: directory).output
    for name in processes.keys {
      #expect(verbose.contains(" org.example.\(name) 1.0.0, "), "\(verbose)")
    }
    let metrics = try host("status", "--metrics", "--control", "c.sock", in: directory).output
    #expect(metrics.contains("\ncleanse_island_up{island=\"org.example.a\"} 1\n"), "\(metrics)")
    #expect(try serving.stop().status == 0)
    for process in all { #expect(!isRunning(process)) }
  }

  @Test("a crash of one ends only its process, and another one is started for it")
  func crash() throws {
    let serving = try serve()
    let status = try serving.ready()
    let (processes, connections) = (status.processesOfIslands, try connections())
    expectOpen(["a", "b", "c"], connections, processes)
    kill(try #require(processes["a"]), SIGSEGV)
    let later = try serving.status("started again") {
      $0.islands?.first?.restarts == 1 && $0.islands?.first?.state == "ready"
    }
    #expect(later.islands?.first?.lastEnd == "was ended by SIGSEGV")
    #expect(later.restarts == 0)
    #expect(later.worker?.process == status.worker?.process)
    expectOpen(["b", "c"], connections, processes)
    let answer = try OpenConnection(to: "a", in: directory).first
    #expect(answer.process == later.processesOfIslands["a"])
    #expect(answer.process != processes["a"])
    #expect(try serving.stop().status == 0)
  }

  // The worker could not describe the islands, as the one before had done so, and was started again and again.
  @Test("a crash of the process of the application ends no island")
  func crashOfApplication() throws {
    let serving = try serve()
    let status = try serving.ready()
    let (processes, connections) = (status.processesOfIslands, try connections())
    expectOpen(["a", "b", "c"], connections, processes)
    kill(try #require(status.worker).process, SIGKILL)
    let later = try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    #expect(later.worker?.process != status.worker?.process)
    #expect(later.processesOfIslands == processes)
    expectOpen(["a", "b", "c"], connections, processes)
    #expect(try serving.stop().status == 0)
  }

  // MARK: - Reloads

  @Test("a reload replaces only the process of the plugin whose file has changed")
  func changedFile() throws {
    let serving = try serve()
    let (processes, connections) = (try serving.ready().processesOfIslands, try connections())
    expectOpen(["a", "b", "c"], connections, processes)
    try IsolatedPlugin.build("b", answer: "second", in: directory)
    let run = try reload()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "replaced 1 island: org.example.b\n")
    let later = try serving.ready().processesOfIslands
    #expect(later["a"] == processes["a"] && later["c"] == processes["c"])
    #expect(later["b"] != processes["b"])
    expectOpen(["a", "c"], connections, processes)
    try eventually("the new plugin answers") {
      let answer = try OpenConnection(to: "b", in: directory).first
      return answer == ("second", later["b"])
    }
    // Nothing has changed since.
    let again = try reload()
    #expect(again.status == 0 && again.output == "no island has changed\n", "\(again.output)")
    #expect(try serving.ready().processesOfIslands == later)
    #expect(try serving.stop().status == 0)
  }

  // The status and the metric said that the files were those that serve.
  @Test("the files differ from what serves while an island has gone back, until a reload")
  func fallback() throws {
    let serving = try serve(IsolatedPlugin.sockets(in: directory) + ["--crashes", "3/300"])
    try serving.ready()
    try IsolatedPlugin.build("b", answer: "second", in: directory)
    #expect(try reload().status == 0)
    for restarts in 0..<3 {
      let status = try serving.status("ready to crash") {
        $0.islands?[1].restarts == restarts && $0.islands?[1].state == "ready"
      }
      kill(try #require(status.processesOfIslands["b"]), SIGSEGV)
    }
    let back = try serving.status("back") {
      $0.islands?[1].restarts == 3 && $0.islands?[1].state == "ready"
    }
    #expect(back.differences == ["plugins"])
    let answer = try OpenConnection(to: "b", in: directory).first
    #expect(answer == ("first", back.processesOfIslands["b"]))
    let text = try host("status", "--control", "c.sock", in: directory)
    #expect(text.status == 4)
    #expect(text.output.contains(/changed [0-9.]+ s ago, and have failed: fix them/))
    let metrics = try host("status", "--metrics", "--control", "c.sock", in: directory).output
    #expect(metrics.contains("\ncleanse_files_differ{files=\"plugins\"} 1\n"), "\(metrics)")
    try IsolatedPlugin.build("b", answer: "third", in: directory)
    #expect(try reload().status == 0)
    #expect(try serving.ready().differences == nil)
    #expect(try host("status", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.stop().status == 0)
  }

  @Test("a reload replaces only the process of the plugin whose option has changed")
  func changedOption() throws {
    try write(["a": "a.s", "b": "b.s", "c": "c1.s"])
    let serving = try serve(["--config", "host.json"])
    let processes = try serving.ready().processesOfIslands
    try write(["a": "a.s", "b": "b.s", "c": "c2.s"])
    #expect(try reload().status == 0)
    let status = try serving.ready()
    let later = status.processesOfIslands
    #expect(later["a"] == processes["a"] && later["b"] == processes["b"])
    #expect(later["c"] != processes["c"])
    #expect(status.islands?.last?.worker?.sockets == ["unix:\(directory.path(of: "c2.s"))"])
    #expect(try serving.stop().status == 0)
  }

  private func write(_ sockets: [String: String]) throws {
    let plugins = sockets.sorted { $0.key < $1.key }.map { name, socket in
      """
      "org.example.\(name)": {"options": {"listen": "unix:\(directory.path(of: socket))"}}
      """
    }
    try directory.write("{\"plugins\": {\(plugins.joined(separator: ", "))}}", to: "host.json")
  }

  @Test(
    "a reload that fails names the plugin, and changes nothing",
    arguments: [
      ("", "plugins/org.example.b.so"),
      ("CLEANSE_FAIL(error, \"no luck\");", "the island org.example.b can't be started: "),
      ("abort();", "the island org.example.b can't be started: "),
    ])
  func failing(start: String, reason: String) throws {
    let serving = try serve()
    let status = try serving.ready()
    let (processes, connections) = (status.processesOfIslands, try connections())
    expectOpen(["a", "b", "c"], connections, processes)
    // This one could be used.
    try IsolatedPlugin.build("a", answer: "second", in: directory)
    if start.isEmpty {
      try directory.write("broken", to: "plugins/org.example.b.so")
    } else {
      try IsolatedPlugin.build("b", start: start, in: directory)
    }
    let run = try reload()
    #expect(run.status == 1)
    #expect(run.errors.contains(reason), "\(run.errors)")
    let later = try serving.ready()
    #expect(later.reload?.succeeded == false)
    #expect(later.processesOfIslands == processes)
    #expect(later.worker?.process == status.worker?.process)
    expectOpen(["a", "b", "c"], connections, processes)
    #expect(try serving.stop().status == 0)
  }

  @Test(
    "when a reload succeeds, the process of a plugin that is gone ends, and that of a new one serves"
  )
  func gone() throws {
    directory.remove("plugins/org.example.c.so")
    try write(["a": "a.s", "b": "b.s"])
    let serving = try serve(["--config", "host.json"])
    let processes = try serving.ready().processesOfIslands
    #expect(processes.keys.sorted() == ["a", "b"])
    directory.remove("plugins/org.example.b.so")
    try IsolatedPlugin.build("c", in: directory)
    try write(["a": "a.s", "c": "c.s"])
    let run = try reload()
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == "started 1 island: org.example.c\nstopped 1 island: org.example.b\n")
    let later = try serving.status("without it") {
      $0.processesOfIslands.keys.sorted() == ["a", "c"]
    }
    #expect(later.processesOfIslands["a"] == processes["a"])
    #expect(!isRunning(try #require(processes["b"])))
    #expect(try OpenConnection(to: "c", in: directory).first.text == "first")
    #expect(try serving.stop().status == 0)
  }

  // MARK: - Programs

  @Test("another program replaces all processes, and no request is lost")
  func upgrade() throws {
    let serving = try serve()
    var status = try serving.ready()
    let load = Load { [directory] in
      try OpenConnection(to: "a", in: directory).first.text
    }
    for isRequested in [true, false] {
      let (processes, worker) = (status.processesOfIslands, status.worker?.process)
      if isRequested {
        let run = try host("reload", "--program", "--control", "c.sock", in: directory)
        #expect(run.status == 0, "\(run.errors)")
      } else {
        serving.send(SIGUSR2)
      }
      status = try serving.status("replaced") { status in
        let later = status.processesOfIslands
        return status.state == "ready" && status.worker?.process != worker
          && IsolatedPlugin.names.allSatisfy { later[$0] != nil && later[$0] != processes[$0] }
      }
      for process in processes.values {
        eventually("the old process has ended") { !isRunning(process) }
      }
    }
    let answers = load.end()
    #expect(answers.count > 10 && answers.allSatisfy { $0 == "first" }, "\(Set(answers))")
    #expect(try serving.stop().status == 0)
    for process in status.processesOfIslands.values { #expect(!isRunning(process)) }
  }

  // The trial had no limits, so the program was replaced, and could not start the islands.
  @Test("another program does not replace this one if it can't enforce the first limits")
  func limits() throws {
    let socket = "unix:\(directory.path(of: "a.s"))"
    let plugins = "\"plugins\": {\"org.example.a\": {\"options\": {\"listen\": \"\(socket)\"}}}"
    for name in ["b", "c"] { directory.remove("plugins/org.example.\(name).so") }
    try directory.write("{\(plugins)}", to: "host.json")
    let serving = try serve(["--config", "host.json"])
    let status = try serving.ready()
    let limits = "{\"plugins\": [\"org.example.a\"], \"limits\": {\"processes\": 100}}"
    try directory.write("{\(plugins), \"islands\": {\"web\": \(limits)}}", to: "host.json")
    let run = try host("reload", "--program", "--control", "c.sock", in: directory)
    // Nothing to see where the host has a control group of its own.
    if run.status != 0 {
      #expect(run.errors.contains("`limits` can't be enforced: "), "\(run.errors)")
      #expect(run.errors.contains("the program was not replaced"), "\(run.errors)")
      let later = try serving.ready()
      #expect(later.worker?.process == status.worker?.process)
      #expect(later.processesOfIslands == status.processesOfIslands)
    }
    #expect(try serving.stop().status == 0)
  }
}

extension ServingStatus {
  /// The process that runs each island, by the name of its plugin.
  fileprivate var processesOfIslands: [String: pid_t] {
    let known = (islands ?? []).compactMap { island in
      island.worker.map { (String(island.island.suffix(1)), $0.process) }
    }
    return Dictionary(known) { first, _ in first }
  }
}
