import CleansePluginCommands
import CleansePluginHost
import Glibc

@main
enum Main {
  static func main() async {
    // First, as the program is executed again to check plugins, and may have only one thread then. The settings and the plugins are
    // those of the working directory. A program that is installed, or runs in directories of others, names absolute paths.
    let tool = PluginTool(
      @MODULE@Component.self, name: "@MODULE@ plugins", policyFile: "@NAME@.json",
      directories: ["plugins"])
    if CommandLine.arguments.dropFirst().first == "plugins" {
      await tool.run(Array(CommandLine.arguments.dropFirst(2)))
    }
    do {
      let composition = PluginComposition(@MODULE@Component.self, plugins: try tool.load())
      print(try composition.factory { report($0) }.build().text, terminator: "")
    } catch {
      report(error)
      exit(1)
    }
  }

  /// Writes a finding or an error to standard error.
  private static func report(_ problem: Any) {
    let text = Array("\(problem)\n".utf8)
    // Without standard error, only the status is left.
    _ = write(STDERR_FILENO, text, text.count)
  }
}
