package import PluginMetadata

/// What a host offers to plugins: its framework, and the contracts of the libraries that plugins use.
package struct HostDescription: Hashable, Sendable, Codable {
  package let framework: FrameworkNote
  /// The contracts with the names of their libraries.
  package let contracts: [ProvidedContract]

  package init(framework: FrameworkNote, contracts: [ProvidedContract]) {
    (self.framework, self.contracts) = (framework, contracts)
  }

  /// Describes this process with the libraries of inspected plugins.
  package init(_ inspections: [PluginInspection]) {
    self.init(
      framework: FrameworkNote(stamp: .host, runs: ABIStamp.compatibleABIs),
      contracts: inspections.filter { $0.usable != nil || $0.description == nil }
        .providedContracts.map { contract in
          ProvidedContract(
            contract.contract, isEvolving: contract.isEvolving,
            file: lastComponent(of: contract.file))
        })
  }
}

extension [PluginInspection] {
  /// The contracts of all libraries, each once, by identifier.
  package var providedContracts: [ProvidedContract] {
    var seen: Set<ProvidedContract> = []
    return flatMap(\.providedContracts).filter { seen.insert($0).inserted }
      .sorted { ($0.identifier, $0.file) < ($1.identifier, $1.file) }
  }
}
