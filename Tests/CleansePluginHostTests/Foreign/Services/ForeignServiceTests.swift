@testable import Cleanse
@testable import CleansePluginHost
@testable import CleansePluginLoading
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("a service that is written in C", .serialized)
struct ForeignServiceTests {
  @Test("starts after the services that it depends on, works, and stops before them")
  func order() async throws {
    try await urgently {
      let (factory, events) = try composed(
        """
        CLEANSE_SERVICE("server *make(counter *hits) throws", make_server, &server);
        CLEANSE_SERVICE("counter *count()", make_counter, &counter);
        """)
      try await factory.withServices((), observing: events.add) { _ in }
      #expect(
        events.lines == [
          "counter * starts", "counter * is ready", "server * starts", "server * is ready",
          "server * stops", "server * has stopped", "counter * stops", "counter * has stopped",
        ])
    }
  }

  @Test("that fails to start stops the others, and its message is the error")
  func failure() async throws {
    try await urgently {
      let (factory, events) = try composed(
        """
        CLEANSE_SERVICE("server *make(counter *hits) throws", make_server, &failing);
        CLEANSE_SERVICE("counter *count()", make_counter, &counter);
        """)
      let error = await #expect(throws: ServiceError.self) {
        try await factory.withServices((), observing: events.add) { _ in }
      }
      #expect(error?.description == "server * failed to start: the port is taken")
      #expect(events.lines.suffix(2) == ["counter * stops", "counter * has stopped"])
    }
  }

  @Test("that never returns is reported at its deadline, and abandoned")
  func late() async throws {
    try await urgently {
      // It returns after the test, because a sanitizer would report what an abandoned thread holds as leaked.
      let directory = try TemporaryDirectory()
      let gate = directory.path(of: "gate")
      try #require(mkfifo(gate, 0o600) == 0)
      defer { close(open(gate, O_RDWR)) }
      let (factory, events) = try composed(
        "CLEANSE_SERVICE(\"counter *count()\", make_counter, &late);", gate: gate)
      let error = await #expect(throws: ServiceError.self) {
        try await factory.withServices((), observing: events.add) { _ in }
      }
      #expect(
        error?.description == """
          counter * failed to start: it took longer than 0.05 seconds
          counter * does not end
          """)
    }
  }

  @Test("that returns by itself stops all, with its message")
  func ended() async throws {
    try await urgently {
      let (factory, events) = try composed(
        "CLEANSE_SERVICE(\"counter *count()\", make_counter, &ending);")
      let error = await #expect(throws: ServiceError.self) {
        try await factory.withServices((), observing: events.add) { _ in
          try await Task.sleep(for: .seconds(60))
        }
      }
      #expect(error?.description == "counter * ended: out of numbers")
      #expect(events.lines.last == "counter * has stopped")
    }
  }

  /// - Parameter gate: The FIFO that the service `late` waits for.
  private func composed(
    _ registrations: String, gate: String = ""
  ) throws -> (ComponentFactory<Workshop>, EventLog) {
    let plugin = try ForeignPlugin(
      registrations, declarations: "#define GATE \"\(gate)\"\n" + Self.declarations,
      in: TemporaryDirectory())
    let composition = PluginComposition(
      Workshop.self, plugins: try PluginHost(files: [plugin.path]).loadWithoutProbing())
    return (try composition.factory(), EventLog())
  }

  private static let declarations = """
    #include <fcntl.h>
    #include <unistd.h>
    static char memory;
    static void *make_counter(void) { return &memory; }
    static void *make_server(void *hits, cleanse_error *error) { (void)error; return hits; }
    static void nothing(void *instance, cleanse_error *error) { (void)instance; (void)error; }
    static void wait_long(void *instance, cleanse_error *error) {
      (void)instance; (void)error;
      close(open(GATE, O_RDONLY));
    }
    static void fail_to_start(void *instance, cleanse_error *error) {
      (void)instance;
      CLEANSE_FAIL(error, "the port is taken");
    }
    static void fail_to_work(void *instance, cleanse_error *error) {
      (void)instance;
      CLEANSE_FAIL(error, "out of numbers");
    }
    static const cleanse_service
      server = {sizeof server, nothing, NULL, nothing, 0, 0, CLEANSE_STOP_ALL},
      counter = {sizeof counter, NULL, NULL, nothing, 0, 0, CLEANSE_RESTART},
      failing = {sizeof failing, fail_to_start, NULL, nothing, 0, 0, CLEANSE_STOP_ALL},
      late = {sizeof late, wait_long, NULL, NULL, 50, 1, CLEANSE_STOP_ALL},
      ending = {sizeof ending, nothing, fail_to_work, NULL, 0, 0, CLEANSE_STOP_ALL};
    __attribute__((unused)) static const void *all[] = {
      &server, &counter, &failing, &late, &ending};
    """
}

/// The events of services, as text.
private final class EventLog: Sendable {
  private let entries = TrackedMutex<[String]>([])

  func add(_ event: ServiceEvent) { entries.withLock { $0.append("\(event)") } }

  var lines: [String] { entries.withLock { $0 } }
}
