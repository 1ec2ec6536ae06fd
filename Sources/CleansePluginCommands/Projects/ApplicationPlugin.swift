import CleansePluginHost
import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseSupport

/// A new plugin for an extension point of an application: a type that conforms to the protocol, as the interface of the
/// protocol's module has it.
struct ApplicationPlugin {
  /// The name of the template.
  static let template = "plugin-app"

  private let point: ExtensionPoint
  private let interface: ProtocolInterface
  /// The modules that the interface imports.
  private let imports: Set<String>

  private static let framework = "CleansePlugin"

  /// Chooses an extension point.
  ///
  /// - Parameters:
  ///   - name: The name of its protocol; nil for the first one that can be implemented.
  ///   - points: Those of the application.
  /// - Throws: A ``UsageError`` for another name, or a ``CommandFailure`` with the reason for each if none can be implemented.
  init(
    for name: String?, of points: [ExtensionPoint], _ sdk: PluginSDK
  ) throws {
    if let name, !points.contains(where: { $0.name == name }) {
      throw UsageError(
        "the application has no extension point \(name.quoted)",
        hints: [
          points.isEmpty
            ? Self.declaration : "expected one of: \(points.map(\.name).joined(separator: ", "))"
        ], command: NewCommand.name)
    }
    var reasons: [String] = []
    for point in points where name == nil || point.name == name {
      do throws(CommandFailure) {
        self = try ApplicationPlugin(point, sdk)
        return
      } catch {
        reasons += ["\(point.name): \(error.message)"] + error.hints
      }
    }
    throw CommandFailure(
      "can't write a plugin for this application",
      hints: reasons.isEmpty ? ["it has no extension point", Self.declaration] : reasons)
  }

  private static let declaration =
    "its root component has to declare a collection of a protocol: `declareCollection(of: (any P).self)`"

  private init(_ point: ExtensionPoint, _ sdk: PluginSDK) throws(CommandFailure) {
    let text = try Self.interface(of: point.module, sdk)
    guard let interface = ProtocolInterface(point.name, of: point.module, in: text) else {
      throw CommandFailure("the interface of the module \(point.module) does not declare it")
    }
    if let obstacle = interface.obstacle { throw CommandFailure(obstacle) }
    var imports = SwiftImports()
    imports.add(text)
    (self.point, self.interface, self.imports) = (point, interface, imports.modules)
  }

  /// The textual interface of the module of a contract, or of the framework.
  private static func interface(
    of module: String, _ sdk: PluginSDK
  ) throws(CommandFailure) -> String {
    let contract = sdk.contracts.first { $0.contract.modules.contains(module) }
    let own = module == framework ? sdk.swift.map { "\($0.modules)/\(module).swiftinterface" } : nil
    if let contract, contract.directory == nil { throw contract.withoutModule }
    guard let file = contract?.interface(of: module) ?? own else {
      throw CommandFailure(
        contract == nil
          ? "its module \(module) is in no contract that the application has loaded"
          : "its contract is not built with library evolution, so it has no textual interface")
    }
    let bytes = try translating(DocumentFile.read(file, limit: 1 << 24)) {
      (error: DocumentError) in CommandFailure(error.message)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of the placeholders, in addition to those of all plugins.
  var values: [String: String] {
    let members = interface.requirements.flatMap { $0.implementation(text: "optionText") }
      .map { "  \(sourceText($0))\n" }
    return [
      "POINT": point.name, "KIND": interface.isForClasses ? "final class" : "struct",
      "MEMBERS": members.isEmpty ? "" : "\n" + members.joined(),
      "IMPORTS": importedModules(in: interface.requirements.map(\.head))
        .map { "import \($0)\n" }.joined(),
    ]
  }

  /// The modules that the plugin imports, sorted.
  private func importedModules(in heads: [String]) -> [String] {
    let others = imports.filter { module in
      !Self.implicit.contains(module)
        && heads.contains { Self.removing(qualifier: module, from: $0) != $0 }
    }
    return Set(others + [Self.framework, point.module]).sorted()
  }

  /// Modules that each source imports without a declaration.
  private static let implicit = ["Swift", "_Concurrency", "_StringProcessing"]

  /// A declaration as in a source: without the names of modules, and without the space before a colon.
  private func sourceText(_ line: String) -> String {
    (Self.implicit + [point.module]).reduce(line) { Self.removing(qualifier: $1, from: $0) }
      .replacing(" : ", with: ": ")
  }

  private static func removing(qualifier module: String, from line: String) -> String {
    var result = ""
    var rest = line[...]
    while let found = rest.firstRange(of: "\(module).") {
      let before = (result + rest[..<found.lowerBound]).unicodeScalars.last
      let isPart = before.map { $0.properties.isXIDContinue || $0 == "." } ?? false
      result += isPart ? rest[..<found.upperBound] : rest[..<found.lowerBound]
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}
