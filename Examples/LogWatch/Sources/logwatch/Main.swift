import CleansePluginHost
import Foundation
import CleansePluginCommands

@main
enum Main {
  static func main() async {
    // At the beginning: the tool loads plugins in copies of this process, which must have one thread.
    let tool = PluginTool(
      WatchComponent.self, name: "logwatch plugins", policyFile: "logwatch.json")
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "plugins" { await tool.run(Array(arguments.dropFirst())) }
    let usage = """
      usage: logwatch [--follow] FILE...
             logwatch plugins COMMAND
      """
    if ["-h", "--help"].contains(arguments.first) {
      print(usage)
      exit(0)
    }
    let follows = arguments.first == "--follow"
    if follows { arguments.removeFirst() }
    guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
      complain(usage)
      exit(2)
    }
    do {
      let composition = PluginComposition(WatchComponent.self, plugins: try tool.load())
      let watch = try composition.factory { complain("\($0)") }.build()
      try await watch.run(arguments, follows: follows)
    } catch {
      complain("logwatch: \(error)")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
