import Foundation
import PackagePlugin

@main
struct WriteMenu: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "GeneratedMenu.swift")
    return [
      .buildCommand(
        displayName: "Writing the menu", executable: URL(filePath: "/bin/sh"),
        arguments: [
          "-c", #"echo 'let generatedMenu = ["soup", "tea"]' > "$0""#,
          output.path(percentEncoded: false),
        ],
        inputFiles: [], outputFiles: [output])
    ]
  }
}
