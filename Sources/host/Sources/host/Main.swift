import CleansePluginCommands

@main
enum Main {
  static func main() {
    PluginTool(
      HostComponent.self, name: "host",
      // Debian has another program with the name of this one.
      alternativeNames: ["cleanse-host"], runsCommands: true, runsServices: true,
      faultTest: SelfTestFault.outcomes
    ).run()
  }
}
