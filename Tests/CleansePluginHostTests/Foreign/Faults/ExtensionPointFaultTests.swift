@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
@testable import CleansePluginLoading
import CleanseGraphAnalysis
import CleanseTestSupport
import Testing

@Suite("Faults of C extensions")
struct ExtensionPointFaultTests {
  @Test("a command's stream errors are reported, and its status is passed on unchanged")
  func commands() async throws {
    let plugin = try ForeignPlugin(
      "CLEANSE_BIND(\"cleanse_command *make_command()\", make_command, CLEANSE_CONTRIBUTE);",
      declarations: Self.command, by: .cxx, in: TemporaryDirectory())
    let composition = try PluginComposition([plugin])
    let bench = try composition.factory().build(())
    let command = try #require(try bench.commands.get().first)
    var report: [String] = []
    for argument in [
      "300", "-1", "read nothing", "read to null", "read without end", "write from null",
      "write without end", "write nothing", "go on", "fail", "usage", "throw", "nul\0l",
    ] {
      let output = CollectedOutput()
      let streams = CommandStreams(
        input: FixedInput(bytes: Array("abc".utf8)), output: output, error: output)
      do {
        let status = try await command.run(arguments: [argument], streams: streams)
        report.append("\(argument): \(status) \(output.text)")
      } catch {
        let kind = error is CommandUsageError ? "usage: " : ""
        report.append("\(argument): \(kind)\(error) \(output.text)")
      }
    }
    expectGolden(report.joined(separator: "\n"), "foreign-command")
  }

  @Test("a validator's malformed reports are findings, and its other reports are kept")
  func validators() throws {
    let plugin = try ForeignPlugin(
      "CLEANSE_BIND(\"cleanse_validator *make_validator()\", make_validator, CLEANSE_CONTRIBUTE);",
      declarations: Self.validator, by: .cxx, in: TemporaryDirectory())
    let composition = try PluginComposition([plugin])
    expectGolden(composition.report, "foreign-validator")
  }

  // Its findings looked like those of the host about another plugin, and removing it did not seem to fix them.
  @Test("a validator reports with codes of its own alone, and its findings name its plugin")
  func codes() throws {
    let scratch = try TemporaryDirectory()
    let width = "CLEANSE_VALUE(\"double @width\", double, 1);"
    let forger = try ForeignPlugin(
      "CLEANSE_BIND(\"cleanse_validator *make_forger()\", make_forger, CLEANSE_CONTRIBUTE);",
      declarations: Self.forger, named: "org.example.forger", in: scratch)
    let composition = try PluginComposition([
      ForeignPlugin(width, named: "org.example.other", in: scratch), forger,
    ])
    let found = composition.diagnostics.filter { $0.severity == .error }
    expectGolden(found.report, "foreign-validator-codes")
    #expect(found.allSatisfy { $0.validatorOrigin == "org.example.forger" })
    #expect(
      composition.combined.smallestRemoval(of: found)?.plugins == ["org.example.forger"])
    let rest = composition.combined.without(["org.example.forger"])
    #expect(!rest.diagnostics.contains { $0.severity == .error })
  }

  /// The findings about a graph of two bindings, one with a request, and a validator that the function makes.
  private static func findings(
    of function: String, _ declarations: String
  ) throws -> [Diagnostic] {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_VALUE("double @width", double, 1);
      CLEANSE_BIND("double twice(double width @width) @twice", twice, 0);
      CLEANSE_BIND("cleanse_validator *\(function)()", \(function), CLEANSE_CONTRIBUTE);
      """, declarations: declarations, in: TemporaryDirectory())
    return try PluginComposition([plugin]).diagnostics
  }

  @Test("a validator gets the tags of bindings and requests")
  func names() throws {
    let findings = try Self.findings(of: "make_names", Self.names)
      .filter { $0.code == "names/name" }
    #expect(findings.map(\.message) == ["width", "twice depends on width"])
  }

  // The host wrote the whole structure that it knew into that of the validator, whatever size that had.
  @Test("a validator gets what its structures have room for, and nothing below the size of 1.0")
  func sizes() throws {
    let findings = try Self.findings(of: "make_sizes", Self.sizes)
    // The sizes of 1.0, whatever members a later version adds.
    #expect(
      findings.filter { $0.code == "sizes/size" }.map(\.message) == [
        "binding 0: failed, size 0, 8 bytes", "binding 63: failed, size 63, 8 bytes",
        "binding 64: twice, size 64, 64 bytes", "binding 80: twice, size 64, 64 bytes",
        "binding \(UInt.max): twice, size 64, 64 bytes",
        "request 0: failed, size 0, 8 bytes", "request 31: failed, size 31, 8 bytes",
        "request 32: width, size 32, 32 bytes", "request 48: width, size 32, 32 bytes",
        "request \(UInt.max): width, size 32, 32 bytes",
      ])
    expectGolden(
      findings.filter { $0.code == "plugin/invalid-call" }.report, "foreign-validator-sizes")
  }

  @Test("a validator that can't be created leaves the graph reported as not validated by it")
  func validatorTables() throws {
    for change in [
      "size = 8", "size = 0", "name = NULL", "name = \"\"", "validate = NULL",
    ] {
      let plugin = try ForeignPlugin(
        """
        table.\(change);
        CLEANSE_BIND("cleanse_validator *make_validator()", make_validator, CLEANSE_CONTRIBUTE);
        """, declarations: Self.validator, by: .cxx, in: TemporaryDirectory())
      let composition = try PluginComposition([plugin])
      #expect(composition.report.contains("a cleanse_validator "), "\(change)")
    }
  }

  // It was located nowhere, named one of several, and removing any other plugin seemed to fix it.
  @Test("each validator that can't be created is located, and stays so until its plugin is removed")
  func failingValidators() throws {
    let scratch = try TemporaryDirectory()
    func plugin(_ body: String, _ name: String) throws -> ForeignPlugin {
      try ForeignPlugin(
        body, declarations: Self.failing, named: "org.example.\(name)", in: scratch)
    }
    let contribution = """
      CLEANSE_BIND("cleanse_validator *make() throws", make, CLEANSE_CONTRIBUTE);
      """
    let composition = try PluginComposition([
      plugin("CLEANSE_VALUE(\"double @width\", double, 1);", "a"), plugin(contribution, "b"),
      plugin(
        "CLEANSE_BIND(\"cleanse_validator *of(int32 size @size)\", of, CLEANSE_CONTRIBUTE);", "c"),
      plugin("CLEANSE_BIND(\"int32 size() throws @size\", size, 0);", "d"),
    ])
    let found = composition.diagnostics.filter { $0.code == .validatorNotCreated }
    expectGolden(found.report, "foreign-validators-failing")
    let removal = try #require(composition.combined.smallestRemoval(of: found))
    #expect(removal.plugins == ["org.example.b", "org.example.c"])
    let rest = composition.combined.without(["org.example.b"])
    #expect(rest.diagnostics.filter { $0.code == .validatorNotCreated } == [found[1]])
  }

  private static let forger = #"""
    static void validate(void *state, const cleanse_graph *graph) {
      (void)state;
      static const char *const codes[] = {
        "plugin/denied", "plugin/denied", "Plugin/denied", "cleanse/missing-binding", "other/\n::x", "other", "/name",
        "owner/", "a/b/c", "", "sch\u00F6n/x", "org.example_2/is-odd",
      };
      for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
        graph->report(graph, CLEANSE_ERROR, codes[index], "other.so tried to write to `/etc/shadow`", CLEANSE_NO_BINDING);
      }
      for (size_t index = 0; index < graph->binding_count; index++) {
        cleanse_graph_binding binding = {.size = sizeof binding};
        if (graph->binding(graph, index, &binding) != CLEANSE_OK || binding.origin != NULL) continue;
        graph->report(graph, CLEANSE_ERROR, "example/odd", "it is odd", index);
        break;
      }
    }
    static cleanse_validator table = {sizeof table, NULL, NULL, "forger", validate};
    static cleanse_validator *make_forger(void) { return &table; }
    """#

  private static let failing = #"""
    static int32_t size(cleanse_error *error) { error->fail(error, "no size today"); return 0; }
    static cleanse_validator *of(int32_t size) { (void)size; return NULL; }
    static cleanse_validator *make(cleanse_error *error) {
      error->fail(error, "no rules today");
      return NULL;
    }
    """#

  private static let command = #"""
    #include <stdexcept>
    static int32_t run(void *, size_t, const char *const *arguments, cleanse_streams *streams,
                       cleanse_error *error) {
      const char *what = arguments[0];
      char buffer[8] = "";
      if (!strcmp(what, "300")) return 300;
      if (!strcmp(what, "-1")) return -1;
      if (!strcmp(what, "read nothing")) return (int32_t)streams->read(streams, buffer, 0);
      if (!strcmp(what, "read to null")) return (int32_t)streams->read(streams, NULL, 8);
      if (!strcmp(what, "read without end")) return (int32_t)streams->read(streams, buffer, SIZE_MAX);
      if (!strcmp(what, "write from null")) return streams->write(streams, NULL, 3);
      if (!strcmp(what, "write without end")) return streams->write_error(streams, buffer, SIZE_MAX);
      if (!strcmp(what, "write nothing")) return streams->write(streams, NULL, 0);
      if (!strcmp(what, "go on")) {
        streams->write(streams, NULL, 1);
        return (int32_t)streams->read(streams, buffer, 8) + streams->write(streams, "more", 4);
      }
      if (!strcmp(what, "fail")) { error->fail(error, "no \xFF"); return 0; }
      if (!strcmp(what, "usage")) { error->fail(error, "no such option"); return 2; }
      throw std::runtime_error("no such thing");
    }
    static cleanse_command *make_command(void) {
      static cleanse_command command = {sizeof command, NULL, NULL, "odd", "is odd", run};
      return &command;
    }
    """#

  private static let names = #"""
    #include <stdio.h>
    static double twice(double width) { return 2 * width; }
    static void validate(void *state, const cleanse_graph *graph) {
      (void)state;
      for (size_t index = 0; index < graph->binding_count; index++) {
        cleanse_graph_binding binding = {.size = sizeof binding};
        cleanse_graph_request request = {.size = sizeof request};
        char text[64];
        graph->binding(graph, index, &binding);
        if (binding.tag == NULL) continue;
        snprintf(text, sizeof text, "%s", binding.tag);
        if (graph->request(graph, index, 0, &request) == CLEANSE_OK) {
          snprintf(text, sizeof text, "%s depends on %s", binding.tag, request.tag);
        }
        graph->report(graph, CLEANSE_NOTE, "names/name", text, index);
      }
    }
    static cleanse_validator table = {sizeof table, NULL, NULL, "names", validate};
    static cleanse_validator *make_names(void) { return &table; }
    """#

  private static let sizes = #"""
    #include <stdio.h>
    static double twice(double width) { return 2 * width; }
    static union {
      cleanse_graph_binding binding;
      cleanse_graph_request request;
      unsigned char bytes[128];
    } room;
    static void prepare(size_t size) {
      memset(room.bytes, 0x5A, sizeof room);
      room.binding.size = size;
    }
    static void report(const cleanse_graph *graph, const char *what, size_t size, const char *tag) {
      char text[128];
      size_t end = sizeof room;
      while (end > sizeof(size_t) && room.bytes[end - 1] == 0x5A) end--;
      snprintf(text, sizeof text, "%s %zu: %s, size %zu, %zu bytes", what, size, tag,
               room.binding.size, end);
      graph->report(graph, CLEANSE_NOTE, "sizes/size", text, CLEANSE_NO_BINDING);
    }
    static void validate(void *state, const cleanse_graph *graph) {
      static const size_t bindings[] = {0, 63, 64, 80, SIZE_MAX}, requests[] = {0, 31, 32, 48, SIZE_MAX};
      (void)state;
      size_t twice = CLEANSE_NO_BINDING;
      for (size_t index = 0; index < graph->binding_count; index++) {
        cleanse_graph_binding binding = {.size = sizeof binding};
        if (graph->binding(graph, index, &binding) == CLEANSE_OK && binding.tag != NULL
            && strcmp(binding.tag, "twice") == 0) twice = index;
      }
      for (size_t index = 0; index < 5; index++) {
        prepare(bindings[index]);
        int32_t status = graph->binding(graph, twice, &room.binding);
        report(graph, "binding", bindings[index], status == CLEANSE_OK ? room.binding.tag : "failed");
      }
      for (size_t index = 0; index < 5; index++) {
        prepare(requests[index]);
        int32_t status = graph->request(graph, twice, 0, &room.request);
        report(graph, "request", requests[index], status == CLEANSE_OK ? room.request.tag : "failed");
      }
    }
    static cleanse_validator table = {sizeof table, NULL, NULL, "sizes", validate};
    static cleanse_validator *make_sizes(void) { return &table; }
    """#

  private static let validator = #"""
    #include <stdexcept>
    static void validate(void *, const cleanse_graph *graph) {
      cleanse_graph_binding binding = {};
      cleanse_graph_request request = {};
      binding.size = sizeof binding;
      request.size = sizeof request;
      size_t refused = 0;
      refused += graph->binding(graph, graph->binding_count, &binding) == CLEANSE_FAILED;
      refused += graph->binding(graph, SIZE_MAX, &binding) == CLEANSE_FAILED;
      refused += graph->binding(graph, 0, NULL) == CLEANSE_FAILED;
      refused += graph->request(graph, 0, 1000, &request) == CLEANSE_FAILED;
      refused += graph->request(graph, SIZE_MAX, 0, &request) == CLEANSE_FAILED;
      refused += graph->answer(graph, SIZE_MAX, 0, 0) == CLEANSE_NO_BINDING;
      refused += graph->answer(graph, 0, 0, SIZE_MAX) == CLEANSE_NO_BINDING;
      refused += graph->report(graph, 7, NULL, "no severity", 0) == CLEANSE_FAILED;
      refused += graph->report(graph, -1, NULL, "no severity", 0) == CLEANSE_FAILED;
      refused += graph->report(graph, 7, NULL, "no severity again", 0) == CLEANSE_FAILED;
      refused += graph->report(graph, CLEANSE_NOTE, NULL, NULL, 0) == CLEANSE_FAILED;
      refused += graph->report(graph, CLEANSE_NOTE, NULL, "no binding", 1000) == CLEANSE_FAILED;
      refused += graph->report(NULL, CLEANSE_NOTE, NULL, "no graph", 0) == CLEANSE_FAILED;
      if (refused != 13) throw std::logic_error("something was taken");
      graph->report(graph, CLEANSE_WARNING, NULL, "no code", CLEANSE_NO_BINDING);
      graph->report(graph, CLEANSE_WARNING, "example/odd", "bad \xFF", CLEANSE_NO_BINDING);
      throw std::runtime_error("out of the validator");
    }
    static cleanse_validator table = {sizeof table, NULL, NULL, "odd", validate};
    static cleanse_validator *make_validator(void) { return &table; }
    """#
}

private struct FixedInput: ByteSource {
  let bytes: [UInt8]

  func read(into block: inout OutputSpan<UInt8>) {
    for byte in bytes.prefix(block.freeCapacity) { block.append(byte) }
  }
}

private final class CollectedOutput: ByteSink, @unchecked Sendable {
  // Safety: one command writes, and the test reads after it has ended.
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: borrowing Span<UInt8>) {
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }
}
