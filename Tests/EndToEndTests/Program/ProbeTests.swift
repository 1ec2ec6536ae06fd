import CleanseTestSupport
import Foundation
import Testing

@Suite("host probe", .blocking)
struct ProbeTests {
  @Test("shows for each file what it is and what it does when it is loaded")
  func text() throws {
    let directory = try TemporaryDirectory(
      broken: ["Ending", "Nothing", "Undeclared", "Unkept", "Unsteady", "Chatty"])
    let files = ["Ending", "Nothing", "Undeclared", "Unkept", "Unsteady", "Chatty"]
      .map { "lib\($0).so" }
    let run = try host(arguments: ["probe"] + files, in: directory)
    #expect(run.status == 1)
    expectGolden(run, "probe-text", in: directory)
    let sound = try host("probe", "libEnding.so", in: directory)
    #expect(sound.status == 0)
    expectGolden(sound, "probe-sound", in: directory)
  }

  @Test("as JSON has the same findings with their codes")
  func json() throws {
    let directory = try TemporaryDirectory(broken: ["Ending", "Unkept"])
    let run = try host(
      "probe", "--format", "json", "libEnding.so", "libUnkept.so", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, "probe-json", in: directory)
  }

  @Test("with --in-process does the same in the host itself, where a crash is the host's")
  func inProcess() throws {
    let directory = try TemporaryDirectory(broken: ["Ending", "Undeclared"])
    let run = try host("probe", "--in-process", "libUndeclared.so", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.contains("[plugin/undeclared-contribution]"))
    let other = try host("probe", "libUndeclared.so", in: directory)
    #expect(other.output == run.output && other.errors == run.errors)
    try CPlugin(body: "__builtin_trap();").build("c.so", in: directory)
    #expect(try host("probe", "--in-process", "c.so", in: directory).status == 128 + SIGILL)
    #expect(try host("probe", "c.so", "libEnding.so", in: directory).status == 1)
  }

  @Test(
    "reports mistakes in its operands",
    arguments: [("none", [], 2), ("missing", ["missing.so"], 1), ("directory", ["."], 2)])
  func operands(name: String, files: [String], status: Int32) throws {
    let directory = try TemporaryDirectory()
    let run = try host(arguments: ["probe"] + files, in: directory)
    #expect(run.status == status)
    expectGolden(run, "probe-operand-\(name)", in: directory)
  }

  @Test(
    "takes a deadline of some time up to a day, and nothing else",
    arguments: [
      "0", "-0", "-1", "nan", "inf", "-inf", "1e300", "1e-400", "86401", "soon", "", " 1", "1s",
    ])
  func deadlines(text: String) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    for words in [["--deadline=\(text)"], ["--deadline", text]] {
      for command in ["probe", "validate", "run"] {
        let run = try host(arguments: [command] + words + ["libEnding.so"], in: directory)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("host: invalid value `\(text)` for option --deadline\n"))
      }
    }
    for usual in ["86400", "2.5", "1e1"] {
      let run = try host("probe", "--deadline", usual, "libEnding.so", in: directory)
      #expect(run.status == 0)
    }
    #expect(try host("probe", "libEnding.so", "--deadline", in: directory).status == 2)
  }
}

@Suite("The crash report", .blocking)
struct CrashTests {
  @Test("names the signal, and the function of a C plugin that a fault is in")
  func function() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "lose_count((int *)8); return CLEANSE_OK;")
    plugin.declarations = """
      __attribute__((noinline)) void lose_count(int *count) { *count = 1; }
      """
    try plugin.build("c.so", in: directory)
    let run = try host("probe", "c.so", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "crashes while it is loaded and configured: SIGSEGV in lose_count of c.so"))
    #expect(run.errors.contains("  - in cleanse_plugin_configure of c.so"))
    #expect(run.errors.contains("host probe --in-process \(directory.path)/c.so"))
    #expect(
      try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory).status == 7
    )
  }

  @Test("has the source lines of a plugin with debug information")
  func sourceLines() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: "lose_count((int *)8); return CLEANSE_OK;")
    plugin.declarations = "static void lose_count(int *count) { *count = 1; }"
    plugin.options = ["-g"]
    try plugin.build("c.so", in: directory)
    let run = try host("probe", "c.so", in: directory)
    let line = /SIGSEGV in lose_count of c\.so \[plugin\/probe-crashed\]\n  at c\.so\.c:\d+, from/
    #expect(run.errors.firstMatch(of: line) != nil, "\(run.errors)")
    let note = /- in lose_count of c\.so\n      at c\.so\.c:\d+\n/
    #expect(run.errors.firstMatch(of: note) != nil, "\(run.errors)")
  }

  @Test("has every call, however long the name of a function is")
  func longName() throws {
    let directory = try TemporaryDirectory()
    let name = "lose_" + String(repeating: "n", count: 5000)
    var plugin = CPlugin(body: "\(name)((int *)8); return CLEANSE_OK;")
    plugin.declarations = "__attribute__((noinline)) void \(name)(int *count) { *count = 1; }"
    try plugin.build("c.so", in: directory)
    let run = try host("probe", "c.so", in: directory)
    #expect(run.errors.contains("SIGSEGV in lose_nnn"))
    #expect(run.errors.contains("  - in cleanse_plugin_configure of c.so"), "\(run.errors)")
  }

  @Test("names the function of a plugin that calls a library which aborts")
  func abort() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: "return CLEANSE_OK;")
    plugin.declarations = """
      #include <stdlib.h>
      __attribute__((constructor)) void give_up(void) { abort(); }
      """
    try plugin.build("c.so", in: directory)
    let run = try host("probe", "c.so", in: directory)
    #expect(run.errors.contains("SIGABRT in give_up of c.so"))
  }

  @Test("names the declaration of a Swift plugin that traps")
  func trap() throws {
    let directory = try TemporaryDirectory(broken: ["Trapping"])
    let run = try host("probe", "libTrapping.so", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "in Trapping.TrappingModule.configure of libTrapping.so"), "\(run.errors)")
    #expect(run.errors.contains("it printed: "))
  }

  @Test("is also printed for an overflow of the stack")
  func overflow() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: "return descend(0) == 1 ? CLEANSE_FAILED : CLEANSE_OK;")
    plugin.declarations = """
      __attribute__((noinline)) int descend(int depth) {
        volatile char room[4096];
        if (depth == 1 << 30) return 1;
        room[0] = (char)depth;
        return descend(depth + 1) + room[0];
      }
      """
    try plugin.build("c.so", in: directory)
    let run = try host("probe", "c.so", in: directory)
    #expect(run.errors.contains("SIGSEGV in descend of c.so"))
  }

  @Test("is about the set if plugins crash only together")
  func together() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var first = CPlugin(identifier: "org.example.first")
    first.declarations = """
      #include <stdlib.h>
      __attribute__((constructor)) static void mark(void) { setenv("CLEANSE_MARK", "1", 1); }
      """
    try first.build("first.so", in: directory)
    var second = CPlugin(
      identifier: "org.example.second",
      body: #"if (getenv("CLEANSE_MARK")) abort(); return CLEANSE_OK;"#)
    second.declarations = "#include <stdlib.h>"
    try second.build("second.so", in: directory)
    for file in ["first.so", "second.so"] {
      #expect(try host("probe", file, in: directory).status == 0)
    }
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        """
        error: the plugins, each of which passes alone, together crash while they are loaded \
        and configured: SIGABRT in cleanse_plugin_configure of second.so [plugin/probe-crashed]
        """))
    #expect(run.output == "3 plugins, 0 bindings: 1 error, 3 warnings\n")
  }

  // Two plugins, also if there was only one, were said to interfere with each other.
  @Test("is about the validator that crashes or ends the process")
  func validator() throws {
    let failures = [
      ("abort();", "crashes while the graph of all plugins is validated: SIGABRT in validate of"),
      ("_exit(3);", "ends the process with status 3 while the graph of all plugins is validated"),
    ]
    for (body, failure) in failures {
      let directory = try TemporaryDirectory()
      try CPlugin.compile(
        """
        #include <cleanse_plugin.h>
        #include <stdlib.h>
        #include <unistd.h>
        static void validate(void *state, const cleanse_graph *graph) { \(body) }
        static cleanse_validator rules = {sizeof rules, NULL, NULL, "house rules", validate};
        static cleanse_validator *make_rules(void) { return &rules; }
        CLEANSE_PLUGIN("org.example.rules", "1.0.0", "Rules", "Ada") {
          CLEANSE_BIND("cleanse_validator *make_rules()", make_rules, CLEANSE_CONTRIBUTE);
        }
        """, to: "rules.so", in: directory)
      let run = try host("validate", ".", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("error: the validator house rules \(failure)"), "\(run.errors)")
      #expect(
        run.errors.contains("host validate --without org.example.rules` leaves"), "\(run.errors)")
    }
  }
}
