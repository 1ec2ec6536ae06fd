import CleansePluginHost

/// An application that loads each plugin in another process first.
enum ProbeExample {
  typealias Editor = CompositionExample.Editor
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: probe
  static func main() throws {
    // Before the process has a second thread, and therefore before the first task.
    let probe = startProbe()
    let editor = try start(pluginsIn: "plugins", cachingIn: "cache", through: probe) { print($0) }
    print("\(editor.tools.count) tools")
  }

  static func startProbe() -> PluginProbe {
    do {
      return try PluginProbe.start(for: EditorComponent.self)
    } catch {
      // The application continues without plugins.
      return .unavailable(for: EditorComponent.self, because: error.description)
    }
  }

  static func start(
    pluginsIn directory: String, cachingIn cache: String, through probe: PluginProbe,
    report: (Diagnostic) -> Void
  ) throws -> Editor {
    var probe = probe
    probe.settings.deadline = .seconds(2)
    probe.settings.memory = 256 << 20
    probe.cache = try? OutcomeCache(directory: cache)
    let plugins = try PluginHost(directories: [directory]).load(.largestThatFits, through: probe)
    let composition = PluginComposition(EditorComponent.self, plugins: plugins)
    return try composition.factory { report($0) }.build()
  }
  // guide: end
}
