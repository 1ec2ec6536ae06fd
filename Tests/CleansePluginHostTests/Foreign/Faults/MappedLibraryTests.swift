@testable import CleansePluginHost
@testable import CleansePluginFiles
@testable import CleansePluginLoading
import CleanseTestSupport
import Glibc
import Testing

/// Loads plugins whose libraries change between the inspection and the loading.
@Suite("The mapped libraries are the inspected ones")
struct MappedLibraryTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
    try scratch.makeDirectory("first")
  }

  /// A library with a unique name, because a loaded library stays loaded.
  private func library(_ name: String, in folder: String = ".", result: Int = 1) throws {
    let path = folder == "." ? "lib\(name).so" : "\(folder)/lib\(name).so"
    try #require(CCompiler.native).compileLibrary(
      "int \(name)(void) { return \(result); }", to: path, in: scratch)
  }

  /// A plugin that searches for its libraries in `first`, then next to itself.
  private func plugin(
    _ name: String, needing libraries: [String], body: String = "",
    folders: String = "$ORIGIN/first:$ORIGIN", options: [String] = []
  ) throws -> PluginInspection {
    let source = """
      #include <cleanse_plugin.h>
      #include <dlfcn.h>
      \(body)
      CLEANSE_PLUGIN("org.example.\(name)", "1.0.0", "Brings a library", "Ada") { (void)host; (void)binder; return CLEANSE_OK; }
      """
    try #require(CCompiler.native).compileLibrary(
      source, to: "\(name).so", in: scratch,
      ["-L.", "-Lfirst", "-Wl,--no-as-needed,--enable-new-dtags,-rpath,\(folders)"]
        + libraries.map { "-l\($0)" } + options)
    let inspection = try #require(
      PluginHost(files: [scratch.path(of: "\(name).so")]).inspect().first)
    try #require(inspection.isUsable, "\(inspection.report)")
    return inspection
  }

  private func finding(of plugin: PluginInspection) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try LoadedPlugin(plugin)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a new library where the dynamic linker looks first is reported, also for the next plugin"
  )
  func appeared() throws {
    try library("appeared")
    let plugin = try self.plugin("appearing", needing: ["appeared"])
    #expect(plugin.libraries.map { scratch.anonymous($0.path) } == ["DIRECTORY/libappeared.so"])
    try library("appeared", in: "first", result: 2)
    let finding = try #require(self.finding(of: plugin))
    #expect(finding.code == .pluginUninspectedLibrary)
    expectGolden(scratch.anonymous(finding.description), "uninspected-library")
    // It stays loaded, so a plugin that means the other library gets this one, too.
    scratch.remove("first/libappeared.so")
    let next = try self.plugin("appearing-next", needing: ["appeared"])
    #expect(self.finding(of: next)?.code == .pluginUninspectedLibrary)
  }

  @Test("a new variant for this processor is reported")
  func variant() throws {
    try library("varied")
    let plugin = try self.plugin("varying", needing: ["varied"])
    for folder in ["glibc-hwcaps/x86-64-v2", "tls", "x86_64"] {
      try scratch.makeDirectory(folder)
      try library("varied", in: folder, result: 2)
    }
    let finding = self.finding(of: plugin)
    // Other processors have none of these variants.
    #if arch(x86_64)
      #expect(finding?.code == .pluginUninspectedLibrary)
    #else
      #expect(finding == nil)
    #endif
  }

  @Test("a variant that was inspected and is chosen is not reported")
  func inspectedVariant() throws {
    try scratch.makeDirectory("glibc-hwcaps/x86-64-v2")
    try library("known")
    try library("known", in: "glibc-hwcaps/x86-64-v2", result: 2)
    let plugin = try self.plugin("knowing", needing: ["known"])
    #expect(plugin.libraries.count == 2)
    #expect(self.finding(of: plugin) == nil)
  }

  @Test("a library that was replaced or removed keeps the plugin from being loaded")
  func replaced() throws {
    try library("replaced")
    let plugin = try self.plugin(
      "replacing", needing: ["replaced"],
      body: "#include <unistd.h>\n__attribute__((constructor)) static void run(void) { _exit(99); }"
    )
    try library("replaced", result: 2)
    let finding = try #require(self.finding(of: plugin))
    #expect(finding.code == .pluginChangedFile)
    expectGolden(scratch.anonymous(finding.description), "changed-library")
    scratch.remove("libreplaced.so")
    #expect(self.finding(of: plugin)?.code == .pluginChangedFile)
  }

  @Test("a library found through a symbolic link is the file that the link leads to")
  func links() throws {
    try library("linked", in: "first")
    try scratch.link("liblinked.so", to: "first/liblinked.so")
    #expect(
      try self.finding(of: self.plugin("linking", needing: ["linked"], folders: "$ORIGIN")) == nil)
  }

  // The second plugin ran with the library of the first, although another one was inspected for it.
  @Test("a library of the same name that another plugin has loaded is reported, unless it is equal")
  func mixed() throws {
    try library("mixed", in: "first")
    try library("mixed", result: 2)
    let first = try plugin("mixing", needing: ["mixed"], folders: "$ORIGIN/first")
    let second = try plugin("mixing-second", needing: ["mixed"], folders: "$ORIGIN")
    #expect(self.finding(of: first) == nil)
    let finding = try #require(self.finding(of: second))
    #expect(finding.code == .pluginLibraryConflict)
    expectGolden(scratch.anonymous(finding.description), "library-conflict-loaded")
    let copy = try #require(readFile(scratch.path(of: "first/libmixed.so")))
    try scratch.write(copy, to: "libmixed.so")
    let equal = try plugin("mixing-equal", needing: ["mixed"], folders: "$ORIGIN")
    #expect(self.finding(of: equal) == nil)
  }

  // The plugin ran with a file that was inspected for another one, because only names were followed, not paths.
  @Test("a library that an equal copy needs by its path is reported")
  func mixedBelow() throws {
    let compiler = try #require(CCompiler.native)
    for (folder, result) in [("first", 1), (".", 2)] {
      let target = folder == "." ? "" : "\(folder)/"
      try compiler.compileLibrary(
        "int below(void) { return \(result); }", to: "\(target)libbelow.so", in: scratch,
        ["-Wl,-soname,$ORIGIN/libbelow.so"])
      try compiler.compileLibrary(
        "int below(void); int above(void) { return below(); }", to: "\(target)libabove.so",
        in: scratch, ["-L\(folder)", "-lbelow"])
      // Its users have its name from its soname, and then it has none, which other libraries would be known by.
      try compiler.compileLibrary(
        "int below(void) { return \(result); }", to: "\(target)libbelow.so", in: scratch)
    }
    let first = try plugin("above-first", needing: ["above"], folders: "$ORIGIN/first")
    let second = try plugin("above-second", needing: ["above"], folders: "$ORIGIN")
    #expect(self.finding(of: first) == nil)
    let finding = try #require(self.finding(of: second))
    #expect(finding.code == .pluginLibraryConflict)
    #expect(scratch.anonymous(finding.description).contains("DIRECTORY/first/libbelow.so"))
  }

  @Test("a library that a constructor opens is ignored until a plugin needs it")
  func opened() throws {
    try library("opened", in: "first", result: 2)
    let opening = try self.plugin(
      "opening", needing: [],
      body: """
        __attribute__((constructor)) static void run(void) {
          dlopen("\(scratch.path(of: "first/libopened.so"))", RTLD_NOW);
        }
        """)
    #expect(self.finding(of: opening) == nil)
    try #require(dlopen(scratch.path(of: "first/libopened.so"), RTLD_NOW | RTLD_NOLOAD) != nil)
    #expect(
      try self.finding(of: self.plugin("needing", needing: ["opened"], folders: "$ORIGIN/first"))
        == nil)
  }

  /// The codes of the findings about plugins that are loaded together, except for what other tests have changed in this
  /// process.
  private func codes(loading plugins: PluginInspection...) -> [[Diagnostic.Code]] {
    PluginSet(loading: plugins, checksContents: false).inspections.map { inspection in
      inspection.diagnostics.filter { $0.severity == .error && $0.code != .pluginChangedProcess }
        .map(\.code)
    }
  }

  @Test("of plugins that are loaded together, the one with an uninspected library is reported")
  func together() throws {
    for name in ["sound", "exchanged", "latter"] { try library(name) }
    let plugins = try ["sound", "exchanged", "latter"].map {
      try self.plugin("having-\($0)", needing: [$0])
    }
    try library("exchanged", in: "first", result: 2)
    #expect(
      codes(loading: plugins[0], plugins[1], plugins[2]) == [[], [.pluginUninspectedLibrary], []])
    #expect(codes(loading: plugins[0], plugins[1]) == [[], [.pluginUninspectedLibrary]])
  }

  @Test("of two plugins loaded together, the one that gets the other's library is reported")
  func mixedTogether() throws {
    try library("blended", in: "first")
    try library("blended", result: 2)
    let first = try plugin("blending", needing: ["blended"], folders: "$ORIGIN/first")
    let second = try plugin("blending-second", needing: ["blended"], folders: "$ORIGIN")
    #expect(codes(loading: first, second) == [[], [.pluginLibraryConflict]])
  }

  @Test("a plugin that is loaded later is not taken for a library with its soname")
  func laterName() throws {
    try library("named")
    let needing = try plugin("needing-named", needing: ["named"])
    let naming = try plugin("naming", needing: [], options: ["-Wl,-soname,libnamed.so"])
    #expect(codes(loading: needing, naming) == [[], []])
  }

  /// Code with a constructor that closes the map of the process.
  private static let closingMap = """
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>
    __attribute__((constructor)) static void run(void) {
      for (int number = 3; number < 1024; number++) {
        char link[64], target[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", number);
        ssize_t count = readlink(link, target, sizeof target);
        if (count > 5 && !memcmp(target + count - 5, "/maps", 5)) close(number);
      }
    }
    """

  @Test("a constructor that closes the map of the process fails alone")
  func closedMap() throws {
    let closing = try plugin("closing", needing: [], body: Self.closingMap)
    let before = try plugin("before-closing", needing: [])
    let after = try plugin("after-closing", needing: [])
    #expect(codes(loading: before, closing, after) == [[], [.pluginLoadFailed], []])
  }

  /// The plugin after it was rejected.
  @Test("a plugin that closes the map of the process, and fails for another reason, fails alone")
  func closedMapOfFailed() throws {
    let writing = """
      __attribute__((constructor)) static void append(void) {
        FILE *own = fopen("\(scratch.path(of: "writing-itself.so"))", "a");
        if (own) fputc('x', own), fclose(own);
      }
      """
    let failing = try plugin(
      "writing-itself", needing: [], body: Self.closingMap + "\n" + writing)
    let after = try plugin("after-writing", needing: [])
    #expect(codes(loading: failing, after) == [[.pluginChangedFile], []])
  }
}
