import Foundation
import PackagePlugin

/// `swift package cleansec`: builds the targets of a package, and checks the graphs of their root components.
@main
struct CleansecPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try Framework.tool(context, building: build)
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
    for subset in subsets { _ = try build(subset) }
  }

  private func build(_ subset: PackageManager.BuildSubset) throws -> PackageManager.BuildResult {
    let result = try packageManager.build(
      subset, parameters: .init(configuration: .debug, logging: .concise))
    if !result.succeeded {
      FileHandle.standardError.write(Data(result.logText.utf8))
      exit(1)
    }
    return result
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

extension PluginContext {
  /// The directory of the products. The work directory is `plugins/NAME/outputs` in the scratch directory.
  var products: URL { pluginWorkDirectoryURL.appending(path: "../../../debug").standardizedFileURL }
}

/// The reason why the command can't run.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// What the tool needs to link programs from the objects of targets. The tool reads the same members.
struct LinkPlan: Encodable {
  let package: String
  /// The names of the targets to check.
  let targets: [String]
  /// Those that depend on the framework.
  let programs: [LinkedProgram]
  let products: String
  let workDirectory: String
  let compiler: String
  let driver: String
  let framework: String
  let modules: String
  let libraries: [String]

  init(_ checked: [any Target], _ context: PluginContext) throws {
    package = context.package.displayName
    programs = checked.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.recursiveTargetDependencies.contains { $0.name == Framework.target } }
      .map(LinkedProgram.init)
    targets = checked.map(\.name)
    workDirectory = context.pluginWorkDirectoryURL.path(percentEncoded: false)
    products = context.products.path(percentEncoded: false)
    compiler = try context.tool(named: "swiftc").url.path(percentEncoded: false)
    driver = try Framework.driver().path(percentEncoded: false)
    framework = Framework.sources.path(percentEncoded: false)
    modules = Framework.modules(context).path(percentEncoded: false)
    libraries = Framework.libraries.map { $0.path(percentEncoded: false) }
  }
}

/// A target whose components are checked, and what it is linked from.
struct LinkedProgram: Encodable {
  struct Part: Encodable {
    let target: String
    /// The source files, relative to the target, if it is written in C or C++.
    let sources: [String]?
  }

  let module: String
  private(set) var parts: [Part] = []
  /// The names of dynamic library products.
  private(set) var libraries: [String] = []
  /// The options of the linker for system libraries.
  private(set) var options: [String] = []

  private enum CodingKeys: CodingKey { case module, parts, libraries, options }

  /// The targets and products that have been added.
  private var seen: Set<String> = []

  init(_ target: SwiftSourceModuleTarget) {
    module = target.moduleName
    add(target)
  }

  private mutating func add(_ target: any Target) {
    guard seen.insert(target.id).inserted else { return }
    switch target {
    case let target as SwiftSourceModuleTarget:
      // A macro is a program of the compiler.
      guard target.kind != .macro else { return }
      parts.append(Part(target: target.name, sources: nil))
      options += target.linkedLibraries.map { "-l\($0)" }
    case let target as ClangSourceModuleTarget:
      let folder = target.directoryURL.path(percentEncoded: false)
      let sources = target.sourceFiles.filter { $0.type == .source }
        .map { String($0.url.path(percentEncoded: false).dropFirst(folder.count)) }
      parts.append(Part(target: target.name, sources: sources))
      options += target.linkedLibraries.map { "-l\($0)" }
      let isC = sources.allSatisfy { $0.hasSuffix(".c") || $0.hasSuffix(".S") }
      if !isC { options.append("-lstdc++") }
    case let target as SystemLibraryTarget:
      options += target.linkerFlags
    default: return
    }
    for dependency in target.dependencies { add(dependency) }
  }

  private mutating func add(_ dependency: TargetDependency) {
    switch dependency {
    case .target(let target): add(target)
    case .product(let library as LibraryProduct) where library.kind == .dynamic:
      if seen.insert(library.id).inserted { libraries.append(library.name) }
    case .product(let product): for target in product.targets { add(target) }
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
