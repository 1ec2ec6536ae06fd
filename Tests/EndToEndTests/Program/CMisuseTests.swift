import CleanseTestSupport
import Foundation
import Testing

@Suite("A C plugin that fails while it is used", .blocking)
struct CMisuseTests {
  /// A plugin whose command runs `behaviour`: a body that returns a status.
  private func run(_ behaviour: String) throws -> HostRun {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      static const cleanse_host *host;
      static cleanse_binder *binder;
      static void keep(const cleanse_host *table, cleanse_binder *own) {
        host = table;
        binder = own;
      }
      static int32_t run(
        void *state, size_t argument_count, const char *const *arguments, cleanse_streams *streams,
        cleanse_error *error) {
        \(behaviour)
      }
      static cleanse_command *make_command(void) {
        static cleanse_command command = {sizeof command, 0, 0, "wrong", "goes wrong", run};
        return &command;
      }
      CLEANSE_PLUGIN_WITH("org.example.wrong", "1.0.0", "Goes wrong", "Ada",
                          CLEANSE_CONTRIBUTES(["Command"])) {
        keep(host, binder);
        CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
      }

      """, to: "wrong.so", in: directory)
    return try host("run", ".", "--", "wrong", in: directory, input: .nothing)
  }

  @Test("calls of the table are rejected without harm")
  func late() throws {
    let run = try run(
      """
      int32_t refused = host->declare(binder, "double? @a", "late.c", 1)
        + host->declare_structure(binder, "point { double x; }", "late.c", 2)
        + host->declare_handle(binder, "counter", 0, "late.c", 3)
        + host->bind(binder, 0) + host->bind(0, 0);
      host->report_error(binder, "this is not reported");
      return refused == 5 * CLEANSE_FAILED ? 7 : 1;
      """)
    #expect(run.status == 7)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("an invalid status, and streams without bytes, end the command with status 1")
  func streams() throws {
    for (behaviour, message) in [
      ("return 300;", "host: `wrong` returned the invalid status 300\n"),
      ("return -1;", "host: `wrong` returned the invalid status -1\n"),
      ("streams->write(streams, 0, 3); return 0;", "wrong: it writes from a null pointer\n"),
      ("return (int32_t)streams->read(streams, 0, 8);", "wrong: it reads into a null pointer\n"),
      ("error->fail(error, \"\\033[2J\"); return 0;", "wrong: \\u{1B}[2J\n"),
    ] {
      let run = try run(behaviour)
      #expect(run.status == 1)
      #expect(run.errors == message)
    }
  }
}
