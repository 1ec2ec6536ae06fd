import Cleanse
import CleansePlugin
import CleansePluginHost
import Glibc

/// Loads the plugins of a directory into this process and lets them configure a component. Prints the time that it takes,
/// with the inspection, in seconds. An inspection before does what only the first one does.
///
/// With the path of a file as second argument, writes a trace to it, from which the time of the inspection can be read.
@main
enum LoadPlugins {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let directory = arguments.first, arguments.count <= 2 else { exit(2) }
    let host = PluginHost(directories: [directory])
    _ = try host.inspect()
    let trace = try arguments.dropFirst().first.map { try StartTrace(writingTo: $0) }
    let start = seconds()
    let composition = PluginComposition(
      CommandsComponent.self, plugins: try host.loadWithoutProbing())
    let loaded = seconds()
    try trace?.finish()
    guard composition.rejections.isEmpty else {
      print(composition.rejections[0])
      exit(1)
    }
    print(loaded - start)
  }

  private static func seconds() -> Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
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
