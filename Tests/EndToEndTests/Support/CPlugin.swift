import CleansePluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

/// A C plugin, with the note written as Documentation/PluginABI.md describes it.
struct CPlugin {
  var identifier = "org.example.c"
  /// The summary with the escapes of JSON.
  var summary = "A plugin in C"
  var abi = ABIStamp.host.abi
  var architecture = ABIStamp.host.architecture
  var language = "c"
  /// Additional members of the manifest, as JSON with a leading comma.
  var manifest = ""
  /// Additional members of the stamp, as JSON with a leading comma.
  var stamp = ""
  /// The body of the entry point; without it, there is none.
  var body: String? = "return CLEANSE_OK;"
  /// The text before the entry point.
  var declarations = ""
  /// Additional arguments for the compiler.
  var options: [String] = []

  /// Compiles the plugin to a file of the directory.
  func build(_ name: String, in directory: TemporaryDirectory) throws {
    try Self.compile(source, to: name, in: directory, options)
  }

  /// Compiles C source text to a shared library, without a note unless the text has one.
  static func compile(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    let compiler = try #require(CCompiler.clang)
    try compiler.compileLibrary(source, to: name, in: directory, ["-Wall", "-Werror"] + options)
  }

  /// Code that creates an empty file when the library is loaded.
  static func marking(_ file: String) -> String {
    """
    __attribute__((constructor)) static void mark(void) {
      close(open("\(file)", O_CREAT | O_WRONLY, 0600));
    }
    """
  }

  private var source: String {
    var json = """
      {"manifest":{"identifier":"\(identifier)","version":"1.0.0","summary":"\(summary)",\
      "authors":["Ada"]\(language == "c" ? "" : #","module":"M""#)\(manifest)},"stamp":{"abi":\(abi),\
      "architecture":"\(architecture)","language":"\(language)"\(stamp)}}
      """
    // Otherwise the terminating null would make the section longer than the note.
    if json.utf8.count % 4 == 0 { json += " " }
    let literal = json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      #include "cleanse_plugin.h"
      #include <unistd.h>
      #include <fcntl.h>
      #define NOTE_JSON "\(literal)"
      __attribute__((section(CLEANSE_NOTE_SECTION), used, aligned(4)))
      static const struct {
        uint32_t name_size, size, type;
        char name[8];
        char json[sizeof NOTE_JSON];
      } note = {8, sizeof NOTE_JSON - 1, CLEANSE_NOTE_TYPE, CLEANSE_NOTE_NAME, NOTE_JSON};
      \(declarations)
      \(body.map(Self.entryPoint) ?? "")

      """
  }

  private static func entryPoint(_ body: String) -> String {
    """
    int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
      \(body)
    }
    """
  }
}
