import CleansePluginHost
import CleanseTestSupport
import Foundation
import Testing

/// Builds the plugins of `Tests/Languages`, which use each part of the interfaces for C++ and Rust.
@Suite("The interfaces for plugins in C++ and Rust", .blocking)
struct PluginLanguageTests {
  @Test(
    "a C++ plugin works and fails as it says",
    arguments: CCompiler.all.filter(\.isCPlusPlus), ["c++17", "c++20"])
  func cPlusPlus(compiler: CCompiler, standard: String) throws {
    let directory = try TemporaryDirectory()
    let source = try String(
      contentsOf: Self.folder.appending(path: "everything.cpp"), encoding: .utf8)
    try compiler.compileLibrary(
      source, to: "everything.so", in: directory,
      ["-std=\(standard)", "-Werror", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"]
        + ["-Wold-style-cast", "-Wshadow", "-O2"])
    let plugin = LanguagePlugin(directory: directory)
    let failure = "a C function of org.example.everything: an exception of type int]"
    try plugin.expect([], "hi!? 10 unlimited 10 20 25 a b yes no [", failure)
    try plugin.expect(["error"], failing: "it can't")
    try plugin.expect(["usage"], failing: "not so", status: 2)
    try plugin.expect(["number"], failing: "an exception of type int")
    try plugin.expect(["text"], failing: "an exception of type char const*")
    try plugin.expect(["null"], failing: "a")
    try plugin.expectStreams()
    try plugin.expectValidation("note: total has 1 1 [rules/total]")
    try plugin.expectContract()
    try plugin.expectNeeds()
    let bad = try host("run", ".", "--", "bad", in: directory)
    #expect(bad.status != 0)
    #expect(bad.errors.contains("an exception of type int"))
  }

  // The signature of every function said `throws`, so each decorator in C++ broke plugins that request the key without it.
  @Test(
    "a C++ decorator throws unless it is noexcept, and is then the finding",
    arguments: CCompiler.all.filter(\.isCPlusPlus))
  func decorators(compiler: CCompiler) throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      static int32_t form(int32_t (*page)(void)) { return page(); }
      CLEANSE_PLUGIN("org.example.form", "1.0.0", "Prints a page", "Ada") {
        CLEANSE_VALUE("int @page", int, 2);
        CLEANSE_BIND("int form(int (*page)() @page) @form", form, 0);
      }

      """, to: "form.so", in: directory)
    for (function, isFound) in [
      ("to({\"page\"}, [](int page) noexcept { return page + 1; })", false),
      ("to<next>({\"page\"})", false),
      ("to({\"page\"}, [](int page) { return page + 1; })", true),
      ("to({\"page\", \"\"}, [](int page, std::string) noexcept { return page; })", true),
    ] {
      try compiler.compileLibrary(
        """
        #include <cleanse_plugin.hpp>
        static int next(const int &page) noexcept { return page + 1; }
        CLEANSE_PLUGIN("org.example.plus", "1.0.0", "Adds a page", "Ada") {
          (void)next;
          const cleanse::binder plugin(host, binder);
          plugin.bind().to_value("text");
          plugin.bind().named("page").decorating().\(function);
        }

        """, to: "plus.so", in: directory, ["-std=c++17", "-Werror", "-Wall", "-Wextra", "-g"])
      let run = try host("validate", "--exercise", ".", in: directory)
      #expect(
        run.errors.contains("Int32 @page can throw because of a decorator") == isFound,
        "\(run.errors)")
      #expect(
        run.errors.contains("[cleanse/unhandled-error]\n  at plus.so.cpp:7") == isFound,
        "\(run.errors)")
      #expect(!run.errors.contains("signature-mismatch"), "\(run.errors)")
    }
  }

  // A table that ended with `destroy` could not grow: the next version's user called it as the function that was added.
  @Test(
    "a C++ table that does not begin with the function that destroys it does not compile",
    arguments: CCompiler.all.filter(\.isCPlusPlus))
  func unevenTable(compiler: CCompiler) throws {
    let directory = try TemporaryDirectory()
    func compile(_ members: String) throws {
      try compiler.compileLibrary(
        """
        #include <cleanse_plugin.hpp>
        struct bell { std::size_t size; void *state; \(members) };
        cleanse::table<bell> make();
        cleanse::table<bell> make() { return cleanse::table<bell>::make(1, [](bell &, int &) {}); }

        """, to: "bell.so", in: directory, ["-std=c++17", "-Werror", "-Wall", "-Wextra"])
    }
    try compile("void (*destroy)(void *); int (*ring)(void *);")
    #expect {
      try compile("int (*ring)(void *); void (*destroy)(void *);")
    } throws: {
      "\($0)".contains("a function table begins with the members size, state and destroy")
    }
  }

  @Test("a Rust plugin works and fails as it says", .enabled(if: Self.has("rustc")))
  func rust() throws {
    let directory = try TemporaryDirectory()
    let source = Self.folder.appending(path: "everything.rs").path
    try Shell.run(
      """
      rustc --edition 2021 --crate-type cdylib -L "$CRATES" --extern cleanse_plugin \
        -o everything.so "$SOURCE"
      """, in: directory,
      environment: ["CRATES": Build.products.appending(path: "rust-crates").path, "SOURCE": source])
    let plugin = LanguagePlugin(directory: directory)
    let failure = "of org.example.everything: it panicked: no word]"
    let words = #"hi!? 3 [1.0, 2.0, 2.5] None ["a", "b"] [true, false] None [creating"#
    try plugin.expect([], words, failure)
    try plugin.expect(["error"], failing: "it can't")
    try plugin.expect(["usage"], failing: "not so", status: 2)
    try plugin.expect(["panic"], failing: "it panicked: out of luck: 7")
    try plugin.expect(["literal"], failing: "it panicked: out of luck")
    try plugin.expect(["object"], failing: "it panicked")
    try plugin.expect(["display"], failing: "it panicked: no text")
    try plugin.expect(["null"], failing: "a\u{FFFD}b")
    try plugin.expect(["number"], failing: "invalid digit found in string")
    try plugin.expectStreams()
    try plugin.expectValidation("note: total has [1, 1] providers [rules/total]")
    try plugin.expectContract()
    try plugin.expectNeeds()
    let null = try host("run", ".", "--", "null", in: directory)
    #expect(null.status != 0)
    #expect(null.errors.contains("the text has a null character"))
  }

  // Sources that name each member or case of today would not compile with a version that has more.
  @Test(
    "what later versions extend can't be used as if it were complete",
    .enabled(if: Self.has("rustc")),
    arguments: [
      (
        "fn f(s: Severity) { match s { Severity::Note | Severity::Warning | Severity::Error => () } }",
        "E0004"
      ),
      (
        "fn f(e: Ending) { match e { Ending::StopAll | Ending::Restart | Ending::Ignore => () } }",
        "E0004"
      ),
      (
        """
        fn f(k: Kind) {
            match k {
                Kind::Single | Kind::Contribution | Kind::Declaration | Kind::Optional => (),
                Kind::Seed | Kind::Subcomponent | Kind::Decorator | Kind::Other(_) => (),
            }
        }
        """, "E0004"
      ),
      (
        """
        fn f(b: GraphBinding) {
            let GraphBinding { type_name: _, tag: _, origin: _, scope: _, file: _, line: _, kind: _, request_count: _ } = b;
        }
        """, "E0638"
      ),
      (
        "fn f(r: GraphRequest) { let GraphRequest { type_name: _, tag: _, form: _ } = r; }", "E0638"
      ),
      ("fn f(s: Streams) { let Streams { input: _, output: _, errors: _ } = s; }", "E0638"),
      ("fn f(e: raw::Error) -> raw::Error { raw::Error { failed: 1, ..e } }", "E0639"),
      ("fn f() { raw::Command::new(std::ptr::null(), std::ptr::null(), None); }", "E0624"),
      ("fn f() { raw::HealthCheck::new(std::ptr::null(), None); }", "E0624"),
      ("fn f() { raw::Validator::new(std::ptr::null(), None); }", "E0624"),
    ])
  func extensible(function: String, code: String) throws {
    let directory = try TemporaryDirectory()
    let environment = ["CRATES": Build.products.appending(path: "rust-crates").path]
    try directory.write("use cleanse_plugin::*;\n\(function)\n", to: "extended.rs")
    #expect {
      try Shell.run(
        """
        rustc --edition 2021 --crate-type lib --emit metadata -L "$CRATES" \
          --extern cleanse_plugin extended.rs
        """, in: directory, environment: environment)
    } throws: {
      "\($0)".contains("error[\(code)]")
    }
  }

  @Test(
    "the tests of the crates pass", .enabled(if: Self.has("cargo")),
    arguments: ["cleanse-plugin", "TextFilterAPI/text-filter"])
  func crates(crate: String) throws {
    let directory = try TemporaryDirectory()
    let manifest = Build.root.appending(path: "Sources/\(crate)/Cargo.toml").path
    try Shell.run(
      #"cargo test --quiet --offline --target-dir target --manifest-path "$MANIFEST""#,
      in: directory, environment: ["MANIFEST": manifest])
  }

  // Inline functions of the same name can be one in a process, and were those of one version of the header.
  @Test(
    "plugins of two versions of the C++ header have no symbol of it in common",
    arguments: CCompiler.all.filter(\.isCPlusPlus))
  func versions(compiler: CCompiler) throws {
    let directory = try TemporaryDirectory()
    for header in ["cleanse_plugin.h", "cleanse_plugin.hpp"] {
      let text = try String(contentsOf: Self.headers.appending(path: header), encoding: .utf8)
      try directory.write(text.replacing(Self.namespace, with: "v0_9_9"), to: "old/\(header)")
    }
    let source = try String(
      contentsOf: Self.folder.appending(path: "everything.cpp"), encoding: .utf8)
    let old = source.replacing("<cleanse_plugin.hpp>", with: "\"old/cleanse_plugin.hpp\"")
    let symbols = try [source, old].map { source in
      try compiler.compileLibrary(source, to: "everything.so", in: directory, ["-std=c++17"])
      let lines = try Shell.run("nm --defined-only everything.so", in: directory)
      return Set(lines.split { $0 == " " || $0 == "\n" }.filter { $0.contains("N7cleanse") })
    }
    #expect(symbols.allSatisfy { $0.count > 100 })
    let common = symbols[0].intersection(symbols[1])
    #expect(common.isEmpty, "\(common.sorted())")
  }

  @Test("the crate and the namespace of the C++ header have the version of the framework")
  func version() throws {
    let header = try String(
      contentsOf: Self.headers.appending(path: "cleanse_plugin.hpp"), encoding: .utf8)
    #expect(header.contains("\ninline namespace \(Self.namespace) {\n"))
    let manifest = Build.root.appending(path: "Sources/cleanse-plugin/Cargo.toml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    #expect(text.contains("\nversion = \"\(CleanseVersion.current)\"\n"))
  }

  private static let headers = Build.root.appending(path: "Sources/CCleansePlugin/include")
  private static let namespace = "v" + CleanseVersion.current.replacing(".", with: "_")
  private static let folder = Build.root.appending(path: "Tests/Languages")

  static func has(_ tool: String) -> Bool {
    (ChildProcess.searchPaths["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }
}

/// A plugin whose command `everything` is run.
private struct LanguagePlugin {
  let directory: TemporaryDirectory

  private func run(
    _ arguments: [String], input: ChildProcess.Input = .nothing
  ) throws -> HostRun {
    try host(arguments: ["run", ".", "--", "everything"] + arguments, in: directory, input: input)
  }

  func expect(_ arguments: [String], _ start: String, _ end: String) throws {
    let run = try run(arguments)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix(start), "\(run.output)")
    #expect(run.output.hasSuffix(end + "\n"), "\(run.output)")
  }

  func expect(_ arguments: [String], failing message: String, status: Int32 = 1) throws {
    let run = try run(arguments)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors == "everything: \(message)\n")
  }

  func expectStreams() throws {
    try directory.write("Wörld\n", to: "text")
    let copy = try run(["copy"], input: .file(directory.path(of: "text")))
    #expect(copy.output == "Wörld\n")
    let other = try run(["other"])
    #expect(other.status == 3)
    #expect(other.errors.contains("other"))
    // The reader of the output closes it: an endless command ends, without a message.
    let script = #""$HOST" run . -- everything yes 2> errors | head -n 1; cat errors"#
    let environment = ["HOST": Build.host.path(percentEncoded: false)]
    #expect(
      try Shell.run("set +o pipefail; " + script, in: directory, environment: environment) == "y\n")
  }

  func expectContract() throws {
    let run = try host("show", ".", "org.example.everything", in: directory)
    #expect(run.output.contains("org.example.everything-contract 1.2.0\n"), "\(run.output)")
  }

  func expectNeeds() throws {
    let run = try host("show", ".", "org.example.everything", in: directory)
    #expect(run.output.contains("read /srv/everything\n"), "\(run.output)")
    #expect(run.output.contains("connect to TCP port 443\n"), "\(run.output)")
  }

  func expectValidation(_ finding: String) throws {
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.contains(finding), "\(run.errors)")
  }
}
