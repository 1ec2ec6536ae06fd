// guide: tool
import CleansePluginHost
import CleansePluginCommands

// guide: end

/// An application with the commands of `host` for its own plugins.
enum ToolExample {
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: tool
  static let tool = PluginTool(
    EditorComponent.self, name: "editor plugins", policyFile: "editor.json",
    directories: ["/usr/lib/editor/plugins"])

  static func main() async {
    // First, before anything starts a task or a thread.
    if CommandLine.arguments.dropFirst().first == "plugins" {
      await tool.run(Array(CommandLine.arguments.dropFirst(2)))
    }
    do {
      let composition = PluginComposition(EditorComponent.self, plugins: try tool.load())
      let editor = try composition.factory { print($0) }.build()
      print("\(editor.tools.count) tools")
    } catch {
      print(error)
    }
  }
  // guide: end
}
