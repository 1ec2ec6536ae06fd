import Foundation
import PackagePlugin

/// A build-tool plugin that generates `BuildIdentity`: what the stamps of a host and of plugins say about the framework.
@main
struct WriteBuildIdentity: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let work = context.pluginWorkDirectoryURL
    let output = work.appending(path: "BuildIdentity.swift")
    let compiler = try context.tool(named: "swiftc").url
    return [
      .buildCommand(
        displayName: "Reading the framework's interface",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: ["identity"]
          + [root, compiler, work, output].map { $0.path(percentEncoded: false) },
        inputFiles: inputs(of: root) + [compiler],
        outputFiles: [output])
    ]
  }

  /// All files whose changes may change the interface or its comparison with the recorded ones. The tool alone decides
  /// which of them it reads.
  private func inputs(of root: URL) -> [URL] {
    let folders = ["CCleansePlugin", "Cleanse", "CleanseC", "CleanseGraph", "CleansePlugin"]
      .map { "Sources/" + $0 }
    return (folders + ["ABI"]).flatMap { folder in
      let directory = root.appending(path: folder, directoryHint: .isDirectory)
      let paths = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      return (paths?.compactMap { $0 as? URL } ?? [])
        .filter {
          ["swift", "h", "c", "modulemap", "swiftinterface"].contains($0.pathExtension)
            || $0.lastPathComponent == "runs"
        }
    }
  }
}
