import Foundation
import PackagePlugin

/// `swift package check-contract`: compares the interfaces of a package's contracts with their recorded versions.
@main
struct CheckContract: CommandPlugin {
  private static let usage = """
    usage: swift package check-contract [--target NAME]...
           swift package --allow-writing-to-package-directory check-contract --record [--target NAME]...

    Compares the interface of each target that has a contract.json with the last version in the folder Contracts of the
    package. An addition needs a greater version. A change that breaks plugins needs a new major version (before 1.0.0, a
    new minor version). The exit status is 1 if a version does not fit, or if none is recorded.

    A header in C of the package that has CLEANSE_CONTRACT with the identifier has to state the version of contract.json.

    A ContractNote.swift next to the contract.json has to be that of the version and of the sources. --record writes it.

      --target NAME  Check one target (repeatable)
      --record       Record the interface as that of the version in contract.json

    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let records = extractor.extractFlag(named: "record") > 0
    guard extractor.extractFlag(named: "help") == 0 else {
      return print(Self.usage, terminator: "")
    }
    guard extractor.remainingArguments.isEmpty else {
      throw Failure(
        description: "unknown argument \(extractor.remainingArguments[0])\n\(Self.usage)")
    }
    let targets = try targets(names, of: context.package)
    let tool = try Framework.manifestTool(context)
    var isPassed = true
    for target in targets {
      // The modules that the contract imports have to be there.
      let result = try packageManager.build(
        .target(target.name), parameters: .init(configuration: .debug, logging: .concise))
      guard result.succeeded else { throw Failure(description: result.logText) }
      let process = Process()
      process.executableURL = tool
      process.arguments =
        [records ? "record-contract" : "check-contract"]
        + (try toolArguments(for: target, context))
      try process.run()
      process.waitUntilExit()
      isPassed = isPassed && process.terminationStatus == 0
    }
    if !isPassed { exit(1) }
  }

  /// The contracts to check: those of the names, or all of the package.
  private func targets(
    _ names: [String], of package: Package
  ) throws -> [SwiftSourceModuleTarget] {
    let all = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter {
      FileManager.default.fileExists(atPath: $0.manifest.path(percentEncoded: false))
    }
    guard !all.isEmpty else {
      throw Failure(description: "no target of this package has a contract.json")
    }
    return try names.isEmpty
      ? all
      : names.map { name in
        guard let target = all.first(where: { $0.name == name }) else {
          let known = all.map(\.name).sorted().joined(separator: ", ")
          throw Failure(
            description: "there is no target \(name) with a contract.json; there are \(known)")
        }
        return target
      }
  }

  private func toolArguments(
    for target: SwiftSourceModuleTarget, _ context: PluginContext
  ) throws -> [String] {
    // The work directory is plugins/NAME/outputs in the scratch directory.
    let modules = context.pluginWorkDirectoryURL.appending(path: "../../../debug/Modules")
    let headers = target.recursiveTargetDependencies.compactMap {
      ($0 as? ClangSourceModuleTarget)?.publicHeadersDirectoryURL
    }
    // A header in C that states the version of the contract need not be a dependency.
    let stating = context.package.targets.compactMap {
      ($0 as? ClangSourceModuleTarget)?.publicHeadersDirectoryURL
    }
    let others = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.directoryURL.deletingLastPathComponent().path() != Self.framework.path() }
    let paths = [
      target.directoryURL, try context.tool(named: "swiftc").url,
      context.pluginWorkDirectoryURL.appending(path: target.name),
      context.package.directoryURL.appending(path: "Contracts"),
    ]
    return [target.manifest.path(percentEncoded: false), target.moduleName]
      + paths.map { $0.path(percentEncoded: false) }
      + ([modules.standardizedFileURL] + headers + Framework.includes).flatMap {
        ["-I", $0.path(percentEncoded: false)]
      }
      + others.flatMap { ["--module", $0.directoryURL.path(percentEncoded: false)] }
      + stating.flatMap { ["--headers", $0.path(percentEncoded: false)] }
      + target.compilationConditions.flatMap { ["-D", $0] }
  }

  /// The modules of the framework, which are in a library of their own.
  private static let framework = URL(filePath: #filePath)
    .appending(path: "../../../Sources/").standardizedFileURL
}

extension SwiftSourceModuleTarget {
  fileprivate var manifest: URL { directoryURL.appending(path: "contract.json") }
}

/// The reason why the command can't run.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
