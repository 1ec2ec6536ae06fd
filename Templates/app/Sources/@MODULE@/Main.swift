import CleansePluginCommands
import CleansePluginHost
import Glibc

@main
enum Main {
  static func main() async {
    // First, as plugins are checked in copies of this process, which may have only one thread then.
    let tool = PluginTool(
      @MODULE@Component.self, name: "@MODULE@ plugins", policyFile: "@NAME@.json",
      directories: ["plugins"])
    if CommandLine.arguments.dropFirst().first == "plugins" {
      await tool.run(Array(CommandLine.arguments.dropFirst(2)))
    }
    do {
      let composition = PluginComposition(@MODULE@Component.self, plugins: try tool.load())
      print(try composition.factory { print($0) }.build(()).text, terminator: "")
    } catch {
      print(error)
      exit(1)
    }
  }
}
