import CleanseTestSupport
@testable import CleansePluginFiles
import CleansePluginMetadata
import Testing

@Suite(
  "Symbols of compiled plugins", .enabled(if: CCompiler.native != nil, "needs a C compiler"))
struct CompiledSymbolTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// The findings about a plugin that is compiled from a source.
  private func codes(
    _ source: String, _ compiler: CCompiler, _ options: [String] = []
  ) throws -> [String] {
    let stamp = ABIStamp(abi: 1, architecture: hostStamp.architecture, language: "c")
    let json = try sampleNote(stamp: stamp).json()
    let plugin = """
      \(source)
      __attribute__((section(".note.cleanse"), used, aligned(4)))
      static const struct { unsigned n, d, t; char name[8]; unsigned char json[\(json.count)]; } note =
        { 8, \(json.count), 1, "Cleanse", { \(json.map(String.init).joined(separator: ",")) } };
      #ifdef __cplusplus
      extern "C"
      #endif
      __attribute__((visibility("default")))
      int cleanse_plugin_configure(const void *host, void *binder) { return host == binder; }
      """
    try compiler.compileLibrary(plugin, to: "plugin.so", in: scratch, options)
    return PluginInspector(host: hostStamp)
      .inspect(PluginFile(path: scratch.path(of: "plugin.so"))).codes
  }

  @Test("of ordinary C++ are not reported", arguments: CCompiler.all.filter(\.isCPlusPlus))
  func ordinary(compiler: CCompiler) throws {
    let source = """
      #include <map>
      #include <sstream>
      #include <stdexcept>
      #include <string>
      #include <vector>
      template <class T> struct registry { static std::vector<T> items; };
      template <class T> std::vector<T> registry<T>::items;
      inline int counter = 0;
      struct shape { virtual ~shape() = default; virtual double area() const { return counter; } };
      struct failure : std::runtime_error { using runtime_error::runtime_error; };
      struct buffer : std::streambuf { int overflow(int c) override { return c; } };
      template class std::vector<shape>;
      std::map<std::string, shape> shapes;
      int count(const std::string &text) {
        std::stringstream words(text);
        for (std::string word; words >> word;) registry<std::string>::items.push_back(word);
        if (shapes[text].area() > 1) throw failure("too large");
        buffer sink;
        std::ostream(&sink) << text << std::endl;
        return counter++;
      }
      int (*function)(const std::string &) = count;
      """
    #expect(try codes(source, compiler, ["-std=c++17"]) == [])
  }

  // A plugin got the host's variable in place of its own.
  @Test("that the C library also defines are reported, unless the plugin's own are used")
  func interposed() throws {
    let compiler = try #require(CCompiler.native)
    let source = "char *optarg; char **pointer = &optarg;"
    #expect(try codes(source, compiler) == ["plugin/interposed-symbol"])
    #expect(try codes(source, compiler, ["-fvisibility=hidden"]) == [])
    #expect(try codes(source, compiler, ["-Wl,-Bsymbolic"]) == [])
  }

  /// A linker script that gives a version to a symbol of a plugin.
  private func version(of symbol: String) throws -> String {
    let script = "OWN { global: \(symbol); cleanse_plugin_configure; local: *; };"
    return "-Wl,--version-script,\(try scratch.write(script, to: "own.map"))"
  }

  // A plugin called the host's zlib, whose symbols have no version.
  @Test("that have a version of the plugin are reported if the host's have none")
  func versioned() throws {
    let compiler = try #require(CCompiler.native)
    let zlib =
      "const char *zlibVersion(void) { return 0; } const char *(*pointer)(void) = zlibVersion;"
    #expect(
      try codes(zlib, compiler, [version(of: "zlibVersion")]) == ["plugin/interposed-symbol"])
    let optarg = "char *optarg; char **pointer = &optarg;"
    #expect(try codes(optarg, compiler, [version(of: "optarg")]) == [])
  }

  /// The options for a library next to the plugin, which is compiled from a source.
  private func library(
    _ source: String, _ compiler: CCompiler, _ options: [String] = []
  ) throws -> [String] {
    try compiler.compileLibrary(source, to: "libown.so", in: scratch, options)
    return ["-L.", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-lown"]
  }

  // Neither the library nor the plugin got the function that the plugin was delivered with.
  @Test("of a library next to the plugin are reported, as used by the library or by the plugin")
  func interposedInLibrary() throws {
    let compiler = try #require(CCompiler.native)
    let zlib = "const char *zlibVersion(void) { return 0; }"
    let pointer = "const char *zlibVersion(void); const char *(*pointer)(void) = zlibVersion;"
    let itself = try library("\(zlib) \(pointer)", compiler)
    #expect(try codes("", compiler, itself) == ["plugin/interposed-symbol"])
    let bound = try library("\(zlib) \(pointer)", compiler, ["-Wl,-Bsymbolic"])
    #expect(try codes("", compiler, bound) == [])
    #expect(try codes(pointer, compiler, bound) == ["plugin/interposed-symbol"])
    let report = PluginInspector(host: hostStamp)
      .inspect(PluginFile(path: scratch.path(of: "plugin.so"))).report
    #expect(report.contains("does not use libown.so's definition of zlibVersion"))
    let other = try library("int own_version(void) { return 0; }", compiler)
    #expect(try codes(pointer, compiler, other + ["-lz"]) == [])
  }

  /// The source of a unique variable of libstdc++, which g++ makes in the same way, with a size.
  private func unique(size: Int) -> String {
    """
    __asm__(".pushsection .bss; .globl _ZNSs4_Rep11_S_max_sizeE; "
      ".type _ZNSs4_Rep11_S_max_sizeE, @gnu_unique_object; .size _ZNSs4_Rep11_S_max_sizeE, \(size); "
      "_ZNSs4_Rep11_S_max_sizeE: .zero \(size); .popsection");
    """
  }

  // The plugin wrote beyond the end of the variable of libstdc++.
  @Test("that are unique in the process need the size that they have in the host's libraries")
  func uniqueData() throws {
    let compiler = try #require(CCompiler.native)
    #expect(try codes(unique(size: 8), compiler) == [])
    #expect(try codes(unique(size: 4096), compiler) == ["plugin/conflicting-data"])
    let own = try library(unique(size: 4096), compiler)
    #expect(try codes("", compiler, own) == ["plugin/conflicting-data"])
  }
}
