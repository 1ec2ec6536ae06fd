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

  /// Loads a plugin that changes the umask, and one whose constructor ends the process if it was not restored.
  private static func isRestored(after changing: PluginInspection, in scratch: TemporaryDirectory)
    throws -> Bool
  {
    let next = try plugin(
      "next",
      "__attribute__((constructor)) static void check(void) { if (umask(022) != 022) abort(); }",
      in: scratch)
    umask(0o022)
    return PluginSet(loading: [changing, next], checksContents: true).loaded.count == 2
  }

  @Test("are restored before the next plugin is loaded")
  func constructor() async {
    await #expect(processExitsWith: .success) {
      let scratch = try TemporaryDirectory()
      let changing = try Self.plugin(
        "changing", "__attribute__((constructor)) static void change(void) { umask(0777); }",
        in: scratch)
      exit(try Self.isRestored(after: changing, in: scratch) ? 0 : 1)
    }
  }

  @Test("are also restored if the constructor takes the place of the compiler's")
  func replacedConstructor() async {
    await #expect(processExitsWith: .success) {
      let scratch = try TemporaryDirectory()
      let changing = try Self.plugin(
        "replacing", "void change(void) { umask(0777); }",
        ["-nostartfiles", "-Wl,-init,change"], in: scratch)
      exit(try Self.isRestored(after: changing, in: scratch) ? 0 : 1)
    }
  }
}
