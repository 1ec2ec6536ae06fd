import CleansePluginHost
import CleanseFindingReports
import CleanseGraph

/// A plugin that was built against a contract that this program does not have: most likely, one of another application.
struct ForeignPlugin {
  let identifier: String
  /// The name of its file.
  let file: String
  /// The first of the contracts.
  let contract: Contract
  /// Whether no library that the plugin would get provides the contract.
  let isMissing: Bool

  /// Those among built plugins. A contract whose library other plugins of the directory use is not foreign. The header in C
  /// alone says nothing of what the application has.
  ///
  /// - Parameters:
  ///   - isBuilt: Whether a plugin is one of those that have been built.
  ///   - loaded: The identifiers of the contracts that the program itself has.
  static func all(
    in inspections: [PluginInspection], loaded: Set<String>,
    isBuilt: (PluginInspection) -> Bool
  ) -> [ForeignPlugin] {
    let others = inspections.filter { !isBuilt($0) }.compactMap(\.usable).flatMap(\.contracts)
    let known = loaded.union(others.filter { !$0.isHeader }.map(\.identifier))
    return inspections.filter(isBuilt).compactMap { ForeignPlugin($0, known) }
  }

  private init?(_ inspection: PluginInspection, _ known: Set<String>) {
    guard let plugin = inspection.description,
      let contract = plugin.contracts.first(where: {
        !$0.isHeader && !known.contains($0.identifier)
      })
    else { return nil }
    self.contract = contract
    identifier = plugin.manifest.identifier
    file = lastComponent(of: inspection.file.path)
    isMissing = !inspection.providedContracts.contains { $0.identifier == contract.identifier }
  }

  /// Whether an error follows from the contract alone: the application that has it can also have what the plugin requests.
  func explains(_ error: Diagnostic) -> Bool {
    error.provenance?.origin == identifier
      && (isMissing || error.code.rawValue.hasPrefix("cleanse/"))
  }

  var message: String {
    "\(file) is for an application with the contract \(contract.identifier) \(contract.version), "
      + "which `host` is not"
  }

  /// - Parameter directory: The directory of the plugin's sources, quoted for a shell.
  static func hints(building directory: String) -> [String] {
    [
      "the command of that application builds and validates it: APP plugins build \(directory)",
      "`APP plugins list` shows the contracts of an application",
    ]
  }
}
