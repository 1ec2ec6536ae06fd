import CleansePluginHost

/// An application that no plugin can crash while it starts.
enum ProbeExample {
  typealias Editor = CompositionExample.Editor
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: probe
  static func main() throws {
    // Ahead of the first thread, so ahead of the first task, too.
    let probe = startProbe()
    let editor = try start(pluginsIn: "plugins", through: probe) { print($0) }
    print("\(editor.tools.count) tools")
  }

  static func startProbe() -> PluginProbe {
    do {
      return try PluginProbe.start(for: EditorComponent.self)
    } catch {
      // The application goes on, without plugins.
      return .unavailable(for: EditorComponent.self, because: error.description)
    }
  }

  static func start(
    pluginsIn directory: String, through probe: PluginProbe, tell: (String) -> Void
  ) throws -> Editor {
    var probe = probe
    probe.settings.deadline = .seconds(2)
    probe.settings.memory = 256 << 20
    let plugins = try PluginHost(directories: [directory]).load(through: probe)
    let composition = PluginComposition(EditorComponent.self, plugins: plugins)
    for finding in composition.inspections.flatMap(\.diagnostics) { tell(finding.description) }
    return try composition.factory().build(())
  }
  // guide: end
}
