import FaultyPlugins
import PluginCommands

@main
enum Main {
  static func main() {
    PluginTool(
      HostComponent.self, name: "host", runsCommands: true, runsServices: true,
      selfTest: HostSelfTest()
    ).run()
  }
}
