import CleanseTestSupport
import Foundation
import Testing

/// What `host` reports about addresses of sockets that can't be used.
@Suite("host serve: addresses of sockets", .serialized, .blocking)
struct ServedAddressTests {
  /// Two plugins with a service each, and the settings of their sockets.
  private func write(first: String, second: String, in directory: TemporaryDirectory) throws {
    try directory.write(
      """
      {"plugins": {
        "org.example.second": {"options": {"listen": "unix:\(directory.path(of: second))"}},
        "org.example.server": {"options": {"listen": "unix:\(directory.path(of: first))"}}}}
      """.utf8, to: "host.json")
  }

  // Both plugins got one socket, and each a part of the connections.
  @Test("one address of two plugins is an error of validate, serve and reload")
  func duplicate() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    var second = ServicePlugin(answer: "second")
    (second.identifier, second.resource) = ("org.example.second", "second")
    try second.build(in: directory)
    try write(first: "s.sock", second: "./s.sock", in: directory)
    let run = try host("validate", "plugins", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "serve-duplicate-address", in: directory)
    let failing = try ServingHost(in: directory).end()
    #expect(failing.status == 1)
    let log = String(decoding: failing.errors, as: UTF8.self)
    #expect(log.components(separatedBy: " [plugin/duplicate-address]\n").count > 2, "\(log)")
    #expect(log.contains("      at host.json:3\n"), "\(log)")

    try write(first: "s.sock", second: "t.sock", in: directory)
    let serving = try ServingHost(in: directory)
    let worker = try serving.ready().worker
    try write(first: "s.sock", second: "s.sock", in: directory)
    let reload = try host("reload", "--control", "c.sock", in: directory)
    #expect(reload.status == 1)
    #expect(reload.errors.contains("[plugin/duplicate-address]"), "\(reload.errors)")
    #expect(try serving.ready().worker?.process == worker?.process)
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  // The finding named the source of the plugin, and neither the option nor the line that set it.
  @Test("one that the system refuses is named with the setting and its origin")
  func unusable() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try directory.write(
      """
      {"plugins": {
        "org.example.server": {"options": {"listen": "unix:/nowhere/s.sock"}}}}
      """.utf8, to: "host.json")
    let first = try ServingHost(in: directory).end()
    #expect(first.status == 1)
    let lines = String(decoding: first.errors, as: UTF8.self)
      .replacing(#/host serve\[\d+\]: /#, with: "")
    expectGolden(lines.replacing(directory.path, with: "<directory>"), "serve-unusable-address")

    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    // The socket of the first one is in use.
    let second = try ServingHost(listening(in: directory), in: directory, control: "d.sock").end()
    #expect(second.status == 1)
    let log = String(decoding: second.errors, as: UTF8.self)
    #expect(
      log.contains("s.sock, the value of `listen` of org.example.server: Address already in use"))
    #expect(log.contains("  - given on the command line\n"), "\(log)")
    #expect(try serving.stop().status == 0)
  }

  @Test("the reason of a service in Swift that can't listen has the setting, too")
  func swift() throws {
    let directory = try TemporaryDirectory()
    let visits = Build.products.appending(path: "visits")
    try directory.makeDirectory("plugins")
    try directory.copy(
      try FileManager.default.contentsOfDirectory(atPath: visits.path(percentEncoded: false)),
      to: "plugins", from: visits)
    let outcome = try ServingHost(
      [
        "--set", "org.cleanse.examples.pages.listen=unix:/nowhere/s.sock",
        "--set", "org.cleanse.examples.web.listen=127.0.0.1:0",
      ], in: directory
    ).end()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(
      log.contains(
        ": Pages.PageServer of org.cleanse.examples.pages failed to start: can't listen at "
          + "unix:/nowhere/s.sock, the value of `listen` of org.cleanse.examples.pages "
          + "(given on the command line): No such file or directory\n"), "\(log)")
  }
}
