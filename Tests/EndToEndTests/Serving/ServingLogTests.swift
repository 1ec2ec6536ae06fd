import CleanseTestSupport
import Foundation
import Testing

@Suite("The log of host serve", .serialized, .blocking)
struct ServingLogTests {
  /// A plugin with a server, and with services that do nothing.
  private static func plugin(services: Int) -> ServicePlugin {
    let registrations = (1...services).map {
      "CLEANSE_SERVICE(\"item *make_item() @item\($0)\", make_item, &idle);"
    }
    return ServicePlugin(
      registration: registrations.joined(separator: "\n"),
      declarations: """
        static void *make_item(void) { return calloc(1, 1); }
        static const cleanse_service idle = {sizeof idle, NULL, NULL, NULL, 0, 0, CLEANSE_STOP_ALL};
        """)
  }

  // A start, a reload and a stop wrote four lines for each service.
  @Test("has a line for each start, reload and stop, however many services there are")
  func manyServices() throws {
    let directory = try TemporaryDirectory()
    try Self.plugin(services: 50).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try serving.status("replaced") { $0.draining == [] }
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    let lines = log.split(separator: "\n")
    #expect(lines.count == 3, "\(log)")
    for (line, word) in zip(lines, ["ready", "reloaded"]) {
      let text = "\(word): process \\d+, 1 plugin, 51 services, at unix:.*, after [0-9.]+ s"
      #expect(line.contains(try Regex("^host serve\\[\\d+\\]: \(text)$")), "\(line)")
    }
    #expect(lines.last?.contains(/: stopped in [0-9.]+ s$/) == true, "\(log)")
  }

  @Test("has errors alone with --log-level error, and none of what plugins print")
  func level() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(start: #"puts("printed"); CLEANSE_FAIL(error, "no luck");"#)
      .build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-level", "error"], in: directory)
    let log = String(decoding: try serving.end().errors, as: UTF8.self)
    #expect(log.contains("server * failed to start: no luck\n"), "\(log)")
    #expect(!log.contains("printed"), "\(log)")
    let run = try host("serve", "plugins", "--log-level", "loud", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.contains("expected error or warning"), "\(run.errors)")
  }
}
