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
}
