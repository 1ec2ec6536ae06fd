@testable import CleansePluginHost
@testable import CleansePluginFiles
@testable import CleansePluginLoading
import CleanseTestSupport
import Glibc
import Testing

/// Loads plugins whose constructors change settings of the process.
@Suite("Settings that constructors change")
struct ConstructorTests {
  /// A plugin, and what its file has besides.
  private static func plugin(
    _ name: String, _ body: String, _ options: [String] = [], in scratch: TemporaryDirectory
  ) throws -> PluginInspection {
    let source = """
      #include <cleanse_plugin.h>
      #include <stdlib.h>
      #include <sys/stat.h>
      \(body)
      CLEANSE_PLUGIN("org.example.\(name)", "1.0.0", "Changes the umask", "Ada") { (void)host; (void)binder; return CLEANSE_OK; }
      """
    try #require(CCompiler.native).compileLibrary(source, to: "\(name).so", in: scratch, options)
    return try #require(PluginHost(files: [scratch.path(of: "\(name).so")]).inspect().first)
  }

  private static func load(_ plugins: [PluginInspection]) -> Bool {
    let set = PluginSet(loading: plugins, checksContents: true)
    return set.loaded.count == plugins.count
  }

  private static func hasOwnConstructors(_ plugin: PluginInspection) -> Bool? {
    LoadedObject.all().first { $0.path == plugin.file.resolvedPath }?.hasOwnConstructors
  }

  @Test("are restored before the next plugin is loaded")
  func constructor() async {
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let scratch = try TemporaryDirectory()
      let plain = try Self.plugin("plain", "", in: scratch)
      let changing = try Self.plugin(
        "changing", "__attribute__((constructor)) static void change(void) { umask(0777); }",
        in: scratch)
      let next = try Self.plugin(
        "next",
        "__attribute__((constructor)) static void check(void) { if (umask(022) != 022) abort(); }",
        in: scratch)
      let areLoaded = Self.load([plain, changing, next])
      let own = [plain, changing, next].map(Self.hasOwnConstructors)
      exit(areLoaded && umask(0o022) == 0o022 && own == [false, true, true] ? 0 : 1)
    }
  }

  @Test("are restored after all plugins, if the constructor takes the place of the compiler's")
  func replacedConstructor() async {
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let scratch = try TemporaryDirectory()
      let changing = try Self.plugin(
        "replacing", "void change(void) { umask(0777); }",
        ["-nostartfiles", "-Wl,-init,change"], in: scratch)
      let areLoaded = Self.load([changing])
      exit(areLoaded && Self.hasOwnConstructors(changing) == false && umask(0o022) == 0o022 ? 0 : 1)
    }
  }
}
