import CCounted
import Cleanse
import CleansePlugin
import CleansePluginHost
import Glibc
import CleansePluginCommands

/// Runs a command of a host on one thread, so that valgrind can run it, or loads the plugins of a directory into this
/// process and lets them configure a component. Everything after the start of the program is counted.
///
///     count-plugins load DIR | COMMAND [ARGUMENT]...
@main
enum CountPlugins {
  static func main() {
    unsafe cleanse_counted({ _ in CountPlugins.run(Array(CommandLine.arguments.dropFirst())) }, nil)
  }

  private static func run(_ arguments: [String]) {
    if arguments.first == "load", arguments.count == 2 { return load(arguments[1]) }
    let tool = PluginTool(CommandsComponent.self, name: "count-plugins", runsCommands: true)
    // An immediate task runs on this thread until it waits for something, and the commands that are counted don't wait.
    Task.immediate { await tool.run(arguments) }
    fail("the command needs another thread")
  }

  private static func load(_ directory: String) {
    do {
      let plugins = try PluginHost(directories: [directory]).loadWithoutProbing()
      let composition = PluginComposition(CommandsComponent.self, plugins: plugins)
      if let rejection = composition.rejections.first { fail("\(rejection)") }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}

/// The component that the plugins extend.
enum CommandsComponent: RootComponent {
  struct Root {
    let commands: [any Command]
  }

  static func configure(binder: UnscopedBinder) {
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
