import CleansePluginHost
import CleanseSupport

/// A contract of a library, as shown in results.
struct ContractEntry: Encodable, Sendable {
  let identifier: String
  let version: String
  let build: String
  /// Whether the library is built with library evolution.
  let isEvolving: Bool
  /// The library, at the path at which it was found.
  let file: String
  /// The identifiers of the plugins that were built against the contract, and get this library.
  let users: [String]

  /// The contracts of all libraries, by identifier.
  static func all(of inspections: [PluginInspection]) -> [ContractEntry] {
    let paths = Dictionary(keepingFirst: inspections.map { ($0.file.resolvedPath, $0.file.path) })
    return inspections.providedContracts.map { contract in
      let users = inspections.compactMap { inspection -> String? in
        guard let plugin = inspection.description,
          inspection.providedContracts.contains(contract),
          plugin.contracts.contains(where: { $0.identifier == contract.identifier })
        else { return nil }
        return plugin.manifest.identifier
      }
      return ContractEntry(
        identifier: contract.identifier, version: contract.version.description,
        build: contract.build, isEvolving: contract.isEvolving,
        file: paths[contract.file] ?? contract.file, users: users)
    }
  }
}
