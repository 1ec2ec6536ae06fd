import Testing

/// Plugins that do not fit together, and the locations of the finding: its own location first.
struct BrokenSet: CustomTestStringConvertible, Sendable {
  var plugins: [String] = []
  var sources: [String: String] = [:]
  let code: String
  let locations: [String]

  var testDescription: String { "\(code) \(plugins.joined(separator: " "))" }

  /// The Swift locations are those of the broken plugins' modules.
  init(_ plugins: String..., code: String, at locations: String...) {
    (self.plugins, self.code) = (plugins, code)
    self.locations = locations.map { "Tests/BrokenPlugins/\($0)" }
  }

  /// Two C plugins, each with these lines from line 5 on.
  init(code: String, first: String, second: String, at locations: String...) {
    sources = ["first": first, "second": second].reduce(into: [:]) { sources, part in
      sources["\(part.key).c"] = """
        #include <cleanse_plugin.h>
        #include <stdlib.h>
        \(part.value.contains("width") ? "static int width(int depth) { return depth; }" : "")
        CLEANSE_PLUGIN("org.example.\(part.key)", "1.0.0", "Is broken", "Ann Example") {
          \(part.value)
        }

        """
    }
    (self.code, self.locations) = (code, locations.map { "Sources/\($0)" })
  }
}
