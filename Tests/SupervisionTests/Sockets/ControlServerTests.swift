import CleanseProcesses
import CleanseSupport
import CleanseTestSupport
import Foundation
import Testing

@testable import CleanseSupervision

@Suite("The sockets of a supervisor")
struct ControlServerTests {
  private let scratch: TemporaryDirectory
  private var path: String { scratch.path(of: "s") }

  init() throws { scratch = try TemporaryDirectory() }

  private static func status() -> SupervisorStatus {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    return SupervisorStatus(of: scenario.state, process: 7, at: scenario.now)
  }

  private typealias Answer = Result<SupervisorAnswer, ControlClient.Failure>

  private final class Outcome: Sendable {
    let answer = TrackedMutex<Answer?>(nil)
  }

  /// The answer to a request of another thread, and the requests that the server leaves to the supervisor.
  private func answer(
    to request: SupervisorRequest, of server: ControlServer,
    _ status: () -> SupervisorStatus = Self.status
  ) -> (Answer?, [SupervisorRequest]) {
    let (path, outcome) = (path, Outcome())
    Thread.detachNewThread {
      let answer = Answer { () throws(ControlClient.Failure) in
        try ControlClient.answer(to: request, at: path) { _ in }
      }
      outcome.answer.withLock { $0 = answer }
    }
    var left: [SupervisorRequest] = []
    while true {
      if let answer = outcome.answer.withLock({ $0 }) { return (answer, left) }
      for (number, request) in server.serve(now: Clock.nanoseconds(), status) {
        left.append(request)
        server.client(number)?.answer(.reloaded(.init(failing: nil)))
      }
      poll(nil, 0, 1)
    }
  }

  // `--control plugins` left an empty plugins.lock, as if it were the lock of the plugins.
  @Test("leave no file next to one that is no socket")
  func otherFile() throws {
    try scratch.makeDirectory("s")
    #expect(throws: ControlServer.Failure.self) { _ = try ControlServer(path: path) }
    #expect(!scratch.contains("s.lock"))
  }

  // An answer above 1 MiB was that of no supervisor.
  @Test("a status of 2,000 islands arrives")
  func islands() throws {
    let status = SupervisorStatus.ofManyIslands
    #expect(MessageStream.bytes(of: status).count > MessageStream.limit)
    let server = try ControlServer(path: path)
    let (result, _) = answer(to: .status, of: server) { status }
    guard case .success(.status(let found)) = result else {
      Issue.record("no status: \(String(describing: result))")
      return
    }
    #expect(found.islands?.map(\.island) == status.islands?.map(\.island))
  }

  @Test("the control socket answers the status, and leaves reloads to the supervisor")
  func control() throws {
    let server = try ControlServer(path: path)
    let (status, none) = answer(to: .status, of: server)
    guard case .success(.status(let status)) = status else {
      Issue.record("no status: \(status)")
      return
    }
    #expect(status.process == 7)
    #expect(none == [])
    let (reload, requests) = answer(to: .reload, of: server)
    guard case .success(.reloaded(let result)) = reload else {
      Issue.record("no reload: \(reload)")
      return
    }
    #expect(result.succeeded)
    #expect(requests == [.reload])
  }

  @Test(
    "the status socket answers nothing else",
    arguments: [.reload, .reloadAllowingLoss] as [SupervisorRequest])
  func status(request: SupervisorRequest) throws {
    let server = try ControlServer(path: path, .status(group: nil))
    let (status, _) = answer(to: .status, of: server)
    #expect(throws: Never.self) { try status?.get() }
    let (refusal, requests) = answer(to: request, of: server)
    guard case .failure(let failure) = refusal else {
      Issue.record("not refused: \(refusal)")
      return
    }
    #expect(failure.lines == ["only the status can be requested from the status socket: \(path)"])
    #expect(requests == [])
  }

  // The umask was changed meanwhile, and another test of the same process got a directory that it could not enter.
  @Test("only the group may open the status socket, and only the user the control socket")
  func modes() throws {
    let control = try ControlServer(path: path)
    let group = getgid()
    let status = try ControlServer(path: scratch.path(of: "t"), .status(group: "\(group)"))
    var file = stat()
    #expect(stat(path, &file) == 0 && file.st_mode & 0o777 == 0o600)
    #expect(stat(scratch.path(of: "t"), &file) == 0 && file.st_mode & 0o777 == 0o660)
    #expect(file.st_gid == group)
    control.remove()
    status.remove()
    #expect(!scratch.contains("s"))
    #expect(!scratch.contains("t"))
  }

  @Test("an unknown group, or a socket of another server, is an error with the option to change")
  func failures() throws {
    func lines(_ group: String?) -> [String] {
      do {
        _ = try ControlServer(path: path, .status(group: group))
        return []
      } catch {
        return error.lines
      }
    }
    #expect(
      lines("no-such-group") == [
        "there is no group no-such-group: pass one with --status-group"
      ])
    let server = try ControlServer(path: path, .status(group: nil))
    #expect(
      lines(nil) == [
        "another process serves with the status socket \(path)",
        "reload it, stop it, or pass another path with --status-socket",
      ])
    server.remove()
  }

  @Test("what is no request ends the connection, and a client that says nothing is dropped in time")
  func malformed() throws {
    let server = try ControlServer(path: path, .status(group: nil))
    for text in ["{}\n", "\"halt\"\n", String(repeating: "x", count: 5000)] {
      let connection = try SocketAddress.connection(toPath: path, within: 1)
      defer { close(connection) }
      _ = MessageStream.send(Array(text.utf8), to: connection, blocking: true)
      #expect(server.serve(now: 0, Self.status).isEmpty)
      var byte: UInt8 = 0
      #expect(recv(connection, &byte, 1, 0) <= 0)
    }
    let silent = try SocketAddress.connection(toPath: path, within: 1)
    defer { close(silent) }
    #expect(server.serve(now: 0, Self.status).isEmpty)
    let due = try #require(server.due)
    #expect(server.serve(now: due, Self.status).isEmpty)
    #expect(server.due == nil)
    server.remove()
  }

  // 300 connections that sent nothing kept out all others for ten seconds.
  @Test("clients that say nothing keep out no others, whose request is answered")
  func idle() throws {
    let server = try ControlServer(path: path, .status(group: nil))
    let silent = try (1...300).map { _ in try SocketAddress.connection(toPath: path, within: 1) }
    defer { silent.forEach { close($0) } }
    let client = try SocketAddress.connection(toPath: path, within: 1)
    defer { close(client) }
    _ = MessageStream.send(
      MessageStream.bytes(of: SupervisorRequest.status), to: client, blocking: true)
    // The time passes only here.
    var (now, buffer) = (UInt64(0), LineBuffer())
    var answer: [UInt8]?
    while answer == nil, now < 1_000_000_000 {
      #expect(server.serve(now: now, Self.status).isEmpty)
      #expect(server.polled(now: now).count <= 130)
      guard let lines = buffer.lines(from: client) else { break }
      answer = lines.first
      now += 50_000_000
    }
    guard case .status? = answer.flatMap(SupervisorAnswer.init(message:)) else {
      Issue.record("no status")
      return
    }
    server.remove()
  }
}

extension SupervisorStatus {
  /// That of a host with 2,000 islands, each with a plugin and a service.
  static var ofManyIslands: SupervisorStatus {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    let path = "/opt/example/plugins/" + String(repeating: "a", count: 60) + ".so"
    let file = LoadedFile(
      kind: .plugin, identifier: "org.example.plugin", version: "1.0.0", file: path,
      digest: "blake2b-256:" + String(repeating: "0", count: 64))
    scenario.send([
      .report(1, .loads([file])),
      .report(1, .service(name: String(repeating: "s", count: 60), state: "ready")),
    ])
    var status = SupervisorStatus(of: scenario.state, process: 7, at: scenario.now)
    let one = status
    status.islands = (0..<2_000).map { Island("org.example.island\($0)", one) }
    return status
  }
}
