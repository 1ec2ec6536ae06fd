import Foundation
import PackagePlugin

/// A build-tool plugin that generates the input sources of a target.
@main
struct GenerateInputs: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tool = try context.tool(named: "benchmark-inputs").url
    let inputs =
      switch target.name {
      case "ThousandBindings": ["bindings"]
      case "benchmark": ["chain", "wide"]
      default: ["bindings", "chain", "wide"]
      }
    return inputs.map { input in
      let source = context.pluginWorkDirectoryURL.appending(path: "\(input).swift")
      return .buildCommand(
        displayName: "Generating the benchmark's \(input)", executable: tool,
        arguments: [input, source.path], outputFiles: [source])
    }
  }
}
