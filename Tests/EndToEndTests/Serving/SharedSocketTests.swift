import CleanseTestSupport
import Foundation
import Testing

/// A new worker got the socket that a plugin of the old one had shut down, and no client could connect.
@Suite("A socket that a plugin of host serve damages", .serialized, .blocking)
struct SharedSocketTests {
  private static let shutdown = "shutdown(((server *)instance)->socket, SHUT_RDWR);"

  /// The log of a reload, and of those that follow from it.
  private func log(of plugin: ServicePlugin, reloads: Int) throws -> String {
    let directory = try TemporaryDirectory()
    try plugin.build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let first = try #require(try serving.ready().worker)
    try ServicePlugin(answer: "second").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    try serving.status("reloaded") {
      $0.state == "ready" && ($0.worker?.generation ?? 0) >= first.generation + reloads
    }
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    return String(decoding: outcome.errors, as: UTF8.self)
      .replacing(directory.path, with: "DIRECTORY")
  }

  @Test("is opened again for a new worker")
  func running() throws {
    let log = try log(of: ServicePlugin(run: Self.shutdown), reloads: 1)
    #expect(
      log.contains(
        ": the socket unix:DIRECTORY/s.sock was damaged, or its file was removed: it is opened again\n"
      ),
      "\(log)")
  }

  @Test("is opened again by another reload if it is damaged when the old worker stops")
  func stopping() throws {
    let log = try log(of: ServicePlugin(stop: Self.shutdown), reloads: 2)
    #expect(
      log.contains(
        ": a worker has damaged the socket unix:DIRECTORY/s.sock: reloading to open it again\n"),
      "\(log)")
  }
}
