import CleanseTestSupport
import Foundation
import Testing

/// A C plugin with an option of each type, whose command prints the values.
struct OptionPlugin {
  var identifier = "org.example.options"
  /// The name of the command.
  var command = "print"
  /// The declarations of the options.
  var options = Self.everyType
  /// The parameters of the function, in C and in the signature.
  var parameters = Self.everyParameter
  /// The key of a number that the plugin binds, if any.
  var provided: String?
  /// The object of named contributions; nil for a list of the extension point alone.
  var listing: String?
  /// The identifiers of the plugins that it requires.
  var requires: [String] = []
  /// The file that is created when the library is loaded, if any.
  var mark: String?
  /// Further declarations, before the functions of the plugin.
  var declarations = ""
  /// The statements that print the parameters.
  var statements = Self.everyStatement

  static let everyType = """
    {
      "isLoud": {"type": "bool", "default": false, "summary": "Whether it is loud"},
      "count": {"type": "int", "minimum": 1, "maximum": 300, "default": 3, "summary": "The count"},
      "ratio": {"type": "double", "minimum": 0, "default": 0.5, "summary": "The ratio"},
      "title": {"type": "string", "default": "none", "summary": "The title"},
      "mode": {"type": "enum", "values": ["soft", "hard-wrap"], "default": "soft", "summary": "The mode"},
      "widths": {"type": "int[]", "default": [1, 2], "summary": "The widths"},
      "names": {"type": "string[]", "default": [], "summary": "The names"},
      "token": {"type": "string", "secret": true, "default": "", "summary": "The token"}
    }
    """

  /// Each parameter in C, and in the signature.
  static let everyParameter = [
    ("bool loud", "bool loud @option.isLoud"), ("int16_t count", "int16 count @option.count"),
    ("double ratio", "double ratio @option.ratio"),
    ("const char *title", "string title @option.title"),
    ("const char *mode", "string mode @option.mode"),
    ("cleanse_array widths", "int64[] widths @option.widths"),
    ("cleanse_array names", "string[] names @option.names"),
    ("const char *token", "string token @option.token"),
  ]

  static let everyStatement = """
    fprintf(text, "%d %d %g %s %s", loud, count, ratio, title, mode);
    for (size_t i = 0; i < widths.count; i += 1) fprintf(text, " %d", (int)((const int64_t *)widths.items)[i]);
    for (size_t i = 0; i < names.count; i += 1) fprintf(text, " <%s>", ((const char *const *)names.items)[i]);
    fprintf(text, " %zu\\n", strlen(token));
    """

  /// Compiles the plugin to a file of the directory.
  func build(_ name: String, in directory: TemporaryDirectory) throws {
    try CPlugin.compile(source, to: name, in: directory)
  }

  private var contributes: String {
    "CLEANSE_CONTRIBUTES(\(listing ?? #"["Command"]"#))"
  }

  private var requirements: String {
    requires.map { "\"\($0)\": \">=1.0.0\"" }.joined(separator: ", ")
  }

  private var source: String {
    let signature = parameters.map(\.1).joined(separator: ", ")
    return """
      #include <cleanse_plugin.h>
      #include <fcntl.h>
      #include <stdbool.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      \(mark.map(CPlugin.marking) ?? "")
      \(declarations)

      typedef struct printer { cleanse_command table; char *text; } printer;

      static int32_t run(
        void *state, size_t count, const char *const *arguments, cleanse_streams *streams,
        cleanse_error *error) {
        const printer *printer = state;
        return streams->write(streams, printer->text, strlen(printer->text)) == CLEANSE_OK ? 0 : 1;
      }

      static cleanse_command *make(\(parameters.map(\.0).joined(separator: ", "))) {
        printer *made = calloc(1, sizeof *made);
        size_t size;
        FILE *text = open_memstream(&made->text, &size);
        \(statements)
        fclose(text);
        made->table = (cleanse_command){
          sizeof(cleanse_command), made, free, "\(command)", "prints its options", run};
        return &made->table;
      }

      CLEANSE_PLUGIN_WITH(
        "\(identifier)", "1.0.0", "Prints its options", "Ada",
        \(contributes) CLEANSE_OPTIONS(\(options))
        CLEANSE_REQUIRES({\(requirements)})) {
        CLEANSE_BIND("cleanse_command *make(\(signature))", make, CLEANSE_CONTRIBUTE);
        \(provided.map { "CLEANSE_VALUE(\"\($0)\", double, 1.5);" } ?? "")
      }

      """
  }
}
