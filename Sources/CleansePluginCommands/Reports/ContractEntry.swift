import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport

/// A contract of a library, or of a header in C, as shown in results.
struct ContractEntry: Encodable, Sendable {
  let identifier: String
  let version: String
  /// The digest of the library's sources; nil for a header.
  let build: String?
  /// Whether the library is built with library evolution.
  let isEvolving: Bool
  /// The library, at the path at which it was found; nil for a header that no library provides.
  let file: String?
  /// The identifiers of the usable plugins that were built against the contract, and get this library, or need none, as
  /// they use the header.
  let users: [String]

  /// The contracts of all libraries and headers, by identifier.
  static func all(of inspections: [PluginInspection]) -> [ContractEntry] {
    let entries = ofLibraries(inspections) + ofHeaders(inspections)
    return Set(entries.map(\.identifier)).sorted().flatMap { identifier in
      entries.filter { $0.identifier == identifier }
    }
  }

  private static func ofLibraries(_ inspections: [PluginInspection]) -> [ContractEntry] {
    let paths = Dictionary(keepingFirst: inspections.map { ($0.file.resolvedPath, $0.file.path) })
    return inspections.providedContracts.map { contract in
      ContractEntry(
        identifier: contract.identifier, version: contract.version.description,
        build: contract.build, isEvolving: contract.isEvolving,
        file: paths[contract.file] ?? contract.file,
        users: users(inspections) { $0.gets(contract, for: $1) })
    }
  }

  /// The contracts in C that the plugins' headers state and no library provides.
  private static func ofHeaders(_ inspections: [PluginInspection]) -> [ContractEntry] {
    let provided = inspections.providedContracts
    let headers = inspections.flatMap { $0.description?.contracts ?? [] }.filter { header in
      header.isHeader && !provided.contains { $0.provides(header) }
    }
    return Set(headers).sorted { $0.version < $1.version }.map { header in
      ContractEntry(
        identifier: header.identifier, version: header.version.description, build: nil,
        isEvolving: false, file: nil, users: users(inspections) { $1 == header })
    }
  }

  /// The identifiers of the usable plugins that were built against a contract with the property.
  private static func users(
    _ inspections: [PluginInspection], with property: (PluginInspection, Contract) -> Bool
  ) -> [String] {
    inspections.compactMap { inspection in
      guard let plugin = inspection.usable,
        plugin.contracts.contains(where: { property(inspection, $0) })
      else { return nil }
      return plugin.manifest.identifier
    }
  }
}

extension PluginInspection {
  /// Whether the plugin gets the library for a contract that it was built against. One that uses the header in C needs no
  /// library.
  fileprivate func gets(_ provided: ProvidedContract, for contract: Contract) -> Bool {
    contract.isHeader
      ? provided.provides(contract)
      : contract.identifier == provided.identifier && providedContracts.contains(provided)
  }
}

extension ProvidedContract {
  /// Whether the library is that of a compatible version of the header.
  fileprivate func provides(_ header: Contract) -> Bool { header.isCompatible(with: contract) }
}
