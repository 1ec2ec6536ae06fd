import Foundation
import PackagePlugin

/// `swift package cleansec`: builds the targets of a package, and checks the graphs of their root components.
@main
struct CleansecPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "cleansec").url
    if arguments.contains("--help") || arguments.contains("-h") {
      return try run(tool, ["--help"])
    }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try targets(names, of: context.package)
    try build(names.isEmpty ? [.all(includingTests: false)] : names.map { .target($0) })
    let plan = context.pluginWorkDirectoryURL.appending(path: "plan.json")
    try JSONEncoder().encode(LinkPlan(targets, context)).write(to: plan)
    try run(tool, [plan.path(percentEncoded: false)] + extractor.remainingArguments)
  }

  /// The targets to check: those of the names, or all of the package that are neither tests nor plugins.
  private func targets(_ names: [String], of package: Package) throws -> [any Target] {
    let all = package.targets.filter { ($0 as? any SourceModuleTarget)?.isChecked ?? false }
    return try names.isEmpty
      ? all
      : names.map { name in
        guard let target = all.first(where: { $0.name == name }) else {
          let known = all.map(\.name).sorted().joined(separator: ", ")
          throw Failure(description: "there is no target \(name) to check; there are \(known)")
        }
        return target
      }
  }

  private func build(_ subsets: [PackageManager.BuildSubset]) throws {
    for subset in subsets {
      let result = try packageManager.build(
        subset, parameters: .init(configuration: .debug, logging: .concise))
      guard !result.succeeded else { continue }
      FileHandle.standardError.write(Data(result.logText.utf8))
      exit(1)
    }
  }

  private func run(_ tool: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

/// The reason why the command can't run.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// What the tool needs to link a program from the objects of targets. The tool reads the same members.
struct LinkPlan: Encodable {
  struct Module: Encodable {
    let name: String
    let target: String
    let isSwift: Bool
    /// The source files of a target in C or C++, relative to the target.
    let sources: [String]
  }

  let package: String
  /// The modules whose components are checked.
  let checked: [String]
  /// The modules to link: those and their dependencies.
  var modules: [Module] = []
  /// The names of dynamic library products to link.
  var libraries: [String] = []
  /// The options of the linker for system libraries.
  var options: [String] = []
  let products: URL
  let workDirectory: URL
  let compiler: URL
  let driver: URL

  init(_ targets: [any Target], _ context: PluginContext) throws {
    package = context.package.displayName
    checked = targets.compactMap { ($0 as? SwiftSourceModuleTarget)?.moduleName }
    workDirectory = context.pluginWorkDirectoryURL
    // The work directory is `plugins/NAME/outputs` in the scratch directory.
    products = workDirectory.appending(path: "../../../debug").standardizedFileURL
    compiler = try context.tool(named: "swiftc").url
    // The driver belongs to the same checkout as this file.
    driver = URL(filePath: #filePath).appending(path: "../../../Sources/cleansec/Driver/main.swift")
      .standardizedFileURL
    var seen: Set<String> = []
    for target in targets { add(target, &seen) }
  }

  private mutating func add(_ target: any Target, _ seen: inout Set<String>) {
    guard seen.insert(target.id).inserted else { return }
    switch target {
    case let target as SwiftSourceModuleTarget:
      guard target.kind != .macro else { return }
      modules.append(
        Module(name: target.moduleName, target: target.name, isSwift: true, sources: []))
      options += target.linkedLibraries.map { "-l\($0)" }
    case let target as ClangSourceModuleTarget:
      let sources = target.sourceFiles.filter { $0.type == .source }
        .map { $0.url.path(percentEncoded: false).dropFirst(target.directoryURL.path(percentEncoded: false).count) }
      modules.append(
        Module(
          name: target.moduleName, target: target.name, isSwift: false, sources: sources.map(String.init)))
      options += target.linkedLibraries.map { "-l\($0)" }
      if sources.contains(where: { !$0.hasSuffix(".c") && !$0.hasSuffix(".S") }) { options.append("-lstdc++") }
    case let target as SystemLibraryTarget:
      options += target.linkerFlags
    default: return
    }
    for dependency in target.dependencies { add(dependency, &seen) }
  }

  private mutating func add(_ dependency: TargetDependency, _ seen: inout Set<String>) {
    switch dependency {
    case .target(let target): add(target, &seen)
    case .product(let library as LibraryProduct) where library.kind == .dynamic:
      if seen.insert(library.id).inserted { libraries.append(library.name) }
    case .product(let product):
      for target in product.targets { add(target, &seen) }
    @unknown default: return
    }
  }
}

extension SourceModuleTarget {
  /// Whether the target's components are checked: it is not a test, and its main function can be replaced.
  fileprivate var isChecked: Bool {
    switch kind {
    case .generic: true
    case .executable: self is SwiftSourceModuleTarget
    default: false
    }
  }
}
