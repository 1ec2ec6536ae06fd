import CBareCalls
import Cleanse
import CleansePluginHost
import FoundationEssentials
import Glibc
import Measuring

/// Loads a C plugin and prints measurements as JSON: `calls FILE [NAME…]` compares calls through the graph
/// with bare ones, `signatures FILE` prints the time of a registration in nanoseconds.
@main
enum CallPlugins {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { exit(2) }
    let plugins = try PluginHost(files: [arguments[2]]).loadWithoutProbing()
    switch arguments[1] {
    case "calls":
      let root = try ComponentFactory.of(CallsComponent.self, plugins: plugins)
        .build()
      guard bare_prepare() else { exit(1) }
      let named = arguments[3...].compactMap(CallComparison.init(rawValue:))
      let all = named.isEmpty ? CallComparison.allCases : named
      try print(
        Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0.measured(root)) }))
    case "signatures":
      let root = try ComponentFactory.of(
        SignaturesComponent.self, plugins: plugins
      ).build()
      try print(root.time.get())
    default: exit(2)
    }
  }

  private static func print(_ value: some Encodable) throws {
    Swift.print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
}
