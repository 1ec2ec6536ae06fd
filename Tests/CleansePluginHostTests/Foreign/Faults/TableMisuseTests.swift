@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginCABI
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

@Suite("Forbidden calls of the host's table")
struct TableMisuseTests {
  @Test("a call with the binder of another call, without one or on another thread is reported")
  func binders() throws {
    let declarations = """
      static const cleanse_host *kept;
      __attribute__((visibility("default"))) int accepted;
      static void count(int32_t status) { accepted += status == CLEANSE_OK; }
      static void *elsewhere(void *binder) {
        count(kept->declare(binder, "double? @a", "plugin.c", 1));
        kept->report_error(binder, "it is not reported");
        return NULL;
      }
      """
    let plugin = try ForeignPlugin(
      """
      pthread_t thread;
      kept = host;
      pthread_create(&thread, NULL, elsewhere, binder);
      pthread_join(thread, NULL);
      count(host->declare(NULL, "double? @a", "plugin.c", 2));
      count(host->declare((cleanse_binder *)((uintptr_t)binder - 1), "double? @a", "plugin.c", 3));
      count(host->declare((cleanse_binder *)host, "double? @a", "plugin.c", 4));
      host->report_error((cleanse_binder *)(uintptr_t)0xDEADBEEF, "it is not reported");
      """, declarations: declarations, in: TemporaryDirectory())
    let findings = try plugin.probed()
    #expect(findings.allSatisfy { $0.code == .pluginMisusedTable })
    expectGolden(findings.report, "foreign-binders")
    #expect(try plugin.address(of: "accepted").load(as: Int32.self) == 0)
  }

  @Test("a call after the entry point has returned is rejected, and reported on request")
  func late() throws {
    let declarations = """
      static const cleanse_host *kept;
      static cleanse_binder *kept_binder;
      __attribute__((visibility("default"))) int late(void) {
        cleanse_binding binding = {
          sizeof binding, "double @a", NULL, &binding, 0, 0, "plugin.c", 4};
        kept->report_error(kept_binder, "it is not reported");
        return (kept->bind(kept_binder, &binding) == CLEANSE_OK)
          + (kept->declare(kept_binder, "double? @a", "plugin.c", 1) == CLEANSE_OK)
          + (kept->declare_structure(kept_binder, "p { int8 a; }", "plugin.c", 2) == CLEANSE_OK)
          + (kept->declare_handle(kept_binder, "counter", free, "plugin.c", 3) == CLEANSE_OK);
      }
      """
    let plugin = try ForeignPlugin(
      "kept = host; kept_binder = binder; CLEANSE_DECLARE(\"double? @b\");",
      declarations: declarations, in: TemporaryDirectory())
    let loaded = try plugin.loaded()
    let recording = Recording(of: Workshop.self) { recorder in
      #expect(loaded.configure(recorder, scope: Singleton.self).isEmpty)
    }
    #expect(loaded.lateMisuses().isEmpty)
    let late = unsafeBitCast(
      try plugin.address(of: "late"), to: (@convention(c) () -> Int32).self)
    // The memory where the table was has other contents by now.
    #expect(overwriteStack(100) == 100)
    #expect(late() == 0)
    #expect(recording.graph.bindings.filter { $0.provenance.origin != nil }.count == 1)
    expectGolden(loaded.lateMisuses().report, "foreign-late")
    #expect(loaded.lateMisuses().isEmpty)
  }

  @Test("a call is reported for the plugin that made it, not for the owner of the binder")
  func blame() throws {
    let scratch = try TemporaryDirectory()
    let keeping = try ForeignPlugin(
      "kept = binder; CLEANSE_DECLARE(\"double? @a\");",
      declarations: "__attribute__((visibility(\"default\"))) cleanse_binder *kept;",
      named: "org.example.keeping", in: scratch)
    let taking = try ForeignPlugin(
      "host->declare(*found, \"double? @b\", \"plugin.c\", 1);",
      declarations: "__attribute__((visibility(\"default\"))) cleanse_binder **found;",
      named: "org.example.taking", in: scratch)
    let loaded = (try keeping.loaded(), try taking.loaded())
    try taking.address(of: "found").storeBytes(
      of: keeping.address(of: "kept"), as: UnsafeMutableRawPointer.self)
    var findings: ([Diagnostic], [Diagnostic]) = ([], [])
    _ = Recording(of: Workshop.self) { recorder in
      findings.0 = loaded.0.configure(recorder, scope: Singleton.self)
      findings.1 = loaded.1.configure(recorder, scope: Singleton.self)
    }
    #expect(findings.0.isEmpty && loaded.0.lateMisuses().isEmpty)
    #expect(findings.1.map(\.code) == [.pluginMisusedTable])
  }

  @Test("a plugin that knows a larger table does not call a smaller one")
  func smallTable() throws {
    let plugin = try ForeignPlugin("CLEANSE_DECLARE(\"double? @a\");", in: TemporaryDirectory())
    _ = try plugin.loaded()
    let entry = unsafeBitCast(
      try plugin.address(of: "cleanse_plugin_configure"),
      to: (@convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32).self)
    // The binder counts the calls of the table.
    let report: @convention(c) (UnsafeMutablePointer<Int>?, UnsafeRawPointer?) -> Void = {
      binder, _ in binder?.pointee += 1
    }
    // With all members of the first version, the plugin reports the reason.
    for (size, count) in [(0, 0), (16, 0), (24, 1), (48, 1)] {
      let table = [UInt(size), 1, unsafeBitCast(report, to: UInt.self), 0, 0, 0]
      var calls = 0
      #expect(entry(table, &calls) == 1)
      #expect(calls == count)
    }
  }

  @Test("a C++ exception that leaves the entry point is reported as an error of the plugin")
  func exception() throws {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_DECLARE("double? @a");
      throw std::runtime_error("no dictionary is installed");
      """, declarations: "#include <stdexcept>", by: .cxx, in: TemporaryDirectory())
    let composition = try PluginComposition([plugin])
    #expect(composition.graph.bindings.allSatisfy { $0.provenance.origin == nil })
    expectGolden(composition.report, "foreign-exception")
  }
}

/// Overwrites the part of the stack that earlier calls have used.
@inline(never)
private func overwriteStack(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { block in
    block.initialize(repeating: -1)
    return depth == 0 ? 0 : overwriteStack(depth - 1) - block[depth % 64]
  }
}
