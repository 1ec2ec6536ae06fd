import CleanseTestSupport
import Foundation
import Testing

@Suite("A C plugin", .blocking)
struct CPluginTests {
  @Test("is listed like any other plugin")
  func plain() throws {
    let directory = try TemporaryDirectory()
    try CPlugin().build("c.so", in: directory)
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 0)
    #expect(run.output == "1 plugin, 0 bindings: 0 errors, 1 warning\n")
    #expect(run.errors.contains("[plugin/no-bindings]"))
    try expectGolden(host("list", ".", in: directory), "c-plugin", in: directory)
  }

  // Both counted as one file, so the recording of all plugins was repeated until the probe was killed.
  @Test("can have a file name that looks like that of another plugin")
  func twins() throws {
    let directory = try TemporaryDirectory()
    for (number, name) in ["caf\u{E9}.so", "cafe\u{301}.so"].enumerated() {
      try CPlugin(identifier: "org.example.c\(number)").build("c.so", in: directory)
      try #require(rename(directory.path(of: "c.so"), directory.path(of: name)) == 0)
    }
    let run = try host("validate", "--no-cache", ".", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "2 plugins, 0 bindings: 0 errors, 2 warnings\n")
  }

  @Test(
    "with a misspelled handle gets the name that is meant",
    arguments: [
      ("command", "command *make()", "cleanse_command *"),
      ("cleanse_comand", "cleanse_comand *make()", "cleanse_command *"),
      ("bells", "bells *make()", nil),
    ])
  func misspelled(handle: String, signature: String, meant: String?) throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      static void *make(void) { return 0; }
      static void destroy(void *handle) { (void)handle; }
      CLEANSE_PLUGIN("org.example.c", "1.0.0", "Misspells a handle", "Ada") {
        CLEANSE_HANDLE("\(handle)", destroy);
        CLEANSE_BIND("\(signature)", make, CLEANSE_CONTRIBUTE);
      }

      """, to: "c.so", in: directory)
    let run = try host("validate", ".", in: directory)
    #expect(run.errors.contains("\(handle) *[] is never used"), "\(run.errors)")
    let fix = meant.map { "  fix: write `\($0)` instead of `\(handle) *`, or remove the binding\n" }
    #expect(fix.map(run.errors.contains) ?? !run.errors.contains("instead of"), "\(run.errors)")
  }

  // A call passed the argument in another form than the function read it, and nothing said so.
  @Test(
    "whose signature is not the type of the function gets a warning if it has debug information",
    arguments: CCompiler.all)
  func signatures(compiler: CCompiler) throws {
    for (options, isFound) in [(["-g"], true), (["-g", "-O2"], true), (["-g0"], false)] {
      let directory = try TemporaryDirectory()
      try compiler.compileLibrary(
        """
        #include <cleanse_plugin.h>
        #include <stdbool.h>
        typedef const int32_t number;
        typedef enum { RED, GREEN } color;
        static double fitting(number count, color color, bool isLarge, const char *name) {
          return count + color + isLarge + (name != 0);
        }
        static double wrong(float width) { return width; }
        CLEANSE_PLUGIN("org.example.area", "1.0.0", "Measures", "Ada") {
          CLEANSE_BIND(
            "double fitting(int32 count @count, uint32 color @color, bool large @large, string name"
            " @name) @fitting", fitting, 0);
          CLEANSE_BIND("double wrong(double width @width) @wrong", wrong, 0);
        }

        """,
        to: "area.so", in: directory, options)
      let errors = try host("validate", ".", in: directory).errors
      #expect(errors.contains("[plugin/signature-mismatch]") == isFound, "\(options): \(errors)")
      #expect(errors.contains("parameter 1 is `float`, ") == isFound, "\(errors)")
      #expect(!errors.contains("`double fitting"), "\(errors)")
    }
  }

  // It was cached as a plugin whose signatures are right, and libdw was not in the key of the cache.
  @Test("whose debug information could not be read is checked again with another libdw")
  func unreadableTypes() throws {
    let (directory, cache) = (try TemporaryDirectory(), try TemporaryDirectory())
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      static double wrong(float width) { return width; }
      CLEANSE_PLUGIN("org.example.area", "1.0.0", "Measures", "Ada") {
        CLEANSE_BIND("double wrong(double width @width) @wrong", wrong, 0);
      }

      """, to: "area.so", in: directory, ["-g"])
    let paths = [directory.path(of: "lib"), ChildProcess.searchPaths["LD_LIBRARY_PATH"]]
    let environment = [
      "XDG_CACHE_HOME": cache.path,
      "LD_LIBRARY_PATH": paths.compactMap(\.self).joined(separator: ":"),
    ]
    func isFound() throws -> Bool {
      try host("validate", ".", in: directory, environment: environment).errors
        .contains("[plugin/signature-mismatch]")
    }
    let library = try directory.write("no library", to: "lib/libdw.so.1")
    #expect(try !isFound())
    try FileManager.default.removeItem(atPath: library)
    #expect(try isFound())
    // From the cache.
    #expect(try isFound())
  }

  @Test("wraps what another plugin binds, and is shown as its decorator")
  func decorator() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      static double doubled(double width) { return 2 * width; }
      CLEANSE_PLUGIN("org.example.doubler", "1.0.0", "Doubles a width", "Ada") {
        CLEANSE_BIND("double doubled(double width @width) @width", doubled, CLEANSE_DECORATE);
      }

      """, to: "doubler.so", in: directory)
    #expect(try host("validate", ".", in: directory).errors.contains("[cleanse/missing-binding]"))
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_PLUGIN("org.example.width", "1.0.0", "Has a width", "Ada") {
        CLEANSE_VALUE("double @width", double, 2);
      }

      """, to: "width.so", in: directory)
    #expect(try host("validate", ".", in: directory).status == 0)
    for arguments in [
      ["why", ".", "@width"], ["show", ".", "org.example.doubler"], ["graph", "."],
    ] {
      let run = try host(arguments: arguments, in: directory)
      #expect(run.status == 0)
      #expect(run.output.contains("decorator"), "\(run.output)")
      #expect(run.output.contains("org.example.width"), "\(run.output)")
    }
  }

  // The graph of the process with all plugins was used, whatever was in it.
  @Test("that binds other values when it is loaded with others is reported each time")
  func chameleon() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_PLUGIN("org.example.width", "1.0.0", "Has a width", "Ada") {
        CLEANSE_VALUE("double @width", double, 2);
      }

      """, to: "a-width.so", in: directory, ["-Wl,-soname,libwidth.so"])
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      #include <dlfcn.h>
      CLEANSE_PLUGIN("org.example.height", "1.0.0", "Has a height", "Ada") {
        CLEANSE_VALUE("double @height", double, 2);
        if (dlopen("libwidth.so", RTLD_NOW | RTLD_NOLOAD)) CLEANSE_VALUE("double @depth", double, 3);
      }

      """, to: "b-height.so", in: directory)
    for _ in 0..<2 {
      let run = try host("validate", ".", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("[plugin/probe-forged]"), "\(run.errors)")
      #expect(run.errors.contains("other bindings of org.example.height than"), "\(run.errors)")
      #expect(run.errors.contains("only there: `Double @depth`"), "\(run.errors)")
      #expect(!run.errors.contains("cached"), "\(run.errors)")
    }
  }

  @Test("can't put control or bidirectional characters into a table")
  func invisible() throws {
    let directory = try TemporaryDirectory()
    try CPlugin(summary: #"a\u200bb\ufeffc"#).build("c.so", in: directory)
    for command in [["list", "."], ["show", ".", "org.example.c"]] {
      let run = try host(arguments: command, in: directory)
      #expect(run.output.contains(#"a\u{200B}b\u{FEFF}c"#))
    }
    try CPlugin(summary: #"a\u202eb"#).build("c.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    #expect(!(run.output + run.errors).contains("\u{202E}"))
  }

  @Test(
    "is rejected with the error that it reports",
    arguments: [
      (
        "c-reports",
        #"""
        host->report_error(binder, "no \xC3\xA4pfel"); host->report_error(binder, "no pears");
        return CLEANSE_FAILED;
        """#
      ),
      ("c-reports-and-succeeds", #"host->report_error(binder, "late"); return CLEANSE_OK;"#),
      ("c-fails", "return CLEANSE_FAILED;"), ("c-fails-oddly", "return -42;"),
      ("c-reports-nothing", "host->report_error(binder, NULL); return CLEANSE_OK;"),
      ("c-reports-escapes", #"host->report_error(binder, "\033[2J\n\xFF"); return CLEANSE_OK;"#),
    ])
  func refusal(name: String, body: String) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try CPlugin(body: body).build("c.so", in: directory)
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, name, in: directory)
    #expect(
      try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory).status == 7
    )
  }

  @Test("finds the table as the header describes it")
  func table() throws {
    let directory = try TemporaryDirectory()
    let body = """
      return host->size == sizeof *host && host->abi_version == CLEANSE_ABI_VERSION && binder
        ? CLEANSE_OK : CLEANSE_FAILED;
      """
    try CPlugin(body: body).build("c.so", in: directory)
    #expect(try host("validate", ".", in: directory).status == 0)
  }

  @Test("is rejected when a library that it needs is missing, and both are named")
  func missingLibrary() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try CPlugin.compile("int needed(void) { return 0; }\n", to: "libNeeded.so", in: directory)
    var plugin = CPlugin(body: "return needed();")
    plugin.declarations = "int needed(void);"
    plugin.options = ["libNeeded.so"]
    try plugin.build("c.so", in: directory)
    try FileManager.default.removeItem(atPath: directory.path(of: "libNeeded.so"))
    try expectLoadFailure("missing-library", in: directory)
  }

  @Test("is rejected when it uses a function that no library defines")
  func undefinedSymbol() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "return nowhere();")
    plugin.declarations = "int nowhere(void);"
    try plugin.build("c.so", in: directory)
    try expectLoadFailure("undefined-symbol", in: directory)
  }

  // The message had only the mangled name.
  @Test("is rejected with the name in C++ when it uses a function in C++ that no library defines")
  func undefinedFunction() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: "return _ZN4shop6Basket3addEi(1);")
    plugin.declarations = "int _ZN4shop6Basket3addEi(int);"
    try plugin.build("c.so", in: directory)
    let run = try host("validate", ".", in: directory)
    #expect(
      run.errors.contains(
        "undefined symbol: _ZN4shop6Basket3addEi [plugin/load-failed]\n  from org.example.c\n"
          + "  - _ZN4shop6Basket3addEi is shop::Basket::add in C++\n"), "\(run.errors)")
  }

  // The compiler reported each name that the macro defines, in some sixty lines.
  @Test(
    "is one in a file, which the compiler says in the name of an error", arguments: CCompiler.all)
  func second(compiler: CCompiler) throws {
    let plugin = { (name: String) in
      "CLEANSE_PLUGIN(\"org.example.\(name)\", \"1.0.0\", \"Is one\", \"Ada\") { (void)host; (void)binder; }\n"
    }
    let directory = try TemporaryDirectory()
    let source = "#include <cleanse_plugin.h>\n" + plugin("first")
    try compiler.compileLibrary(
      source, to: "one.so", in: directory, ["-Wall", "-Wextra", "-Werror"])
    let failure = #expect(throws: CCompiler.Failure.self) {
      try compiler.compileLibrary(source + plugin("second"), to: "two.so", in: directory)
    }
    let errors = (failure?.description ?? "").split(separator: "\n").filter {
      $0.contains("error: ")
    }
    #expect(errors.first?.contains("only_one_CLEANSE_PLUGIN_in_a_plugin") == true, "\(errors)")
    #expect(errors.count <= 2, "\(errors)")
  }

  private func expectLoadFailure(
    _ name: String, in directory: TemporaryDirectory,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    expectGolden(run, name, in: directory, sourceLocation: sourceLocation)
    let other = try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory)
    #expect(other.status == 7, sourceLocation: sourceLocation)
  }
}
