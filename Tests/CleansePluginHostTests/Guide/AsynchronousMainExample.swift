// guide: asynchronous-main
import CleansePluginHost
import Dispatch
import Glibc

// guide: end

/// An application whose program is asynchronous, and that starts the probe before the first task.
enum AsynchronousMainExample {
  typealias Editor = CompositionExample.Editor

  private static func startProbe() -> PluginProbe { ProbeExample.startProbe() }

  private static func edit(_ editor: Editor) async throws {}

  // guide: asynchronous-main
  static func main() {
    let probe = startProbe()
    Task.detached {
      exit(await run(through: probe))
    }
    dispatchMain()
  }

  static func run(through probe: PluginProbe) async -> Int32 {
    do {
      let plugins = try PluginHost(directories: ["plugins"]).load(.largestThatFits, through: probe)
      let composition = PluginComposition(EditorComponent.self, plugins: plugins)
      let editor = try composition.factory { print($0) }.build()
      try await edit(editor)
      return 0
    } catch {
      print(error)
      return 1
    }
  }
  // guide: end

  private typealias EditorComponent = CompositionExample.EditorComponent
}
