import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

extension BillOfMaterials {
  /// The bill of a program that runs plugins.
  ///
  /// - Parameters:
  ///   - inspections: All files of the plugin directories.
  ///   - date: The time of the bill, if it has one.
  init(_ inspections: [PluginInspection], of program: Program, at date: SourceDate?) {
    var materials = Materials()
    let host = materials.add(Component(program))
    let framework = materials.add(.framework)
    materials.connect(host, to: framework)
    let files = inspections.map { materials.add(Component($0), at: $0.file.resolvedPath) }
    let plugins = zip(inspections, files).filter { $0.0.description != nil }
    for (plugin, reference) in plugins {
      materials.connect(reference, to: framework)
      for library in plugin.linkage?.libraries ?? [] {
        materials.connect(reference, to: materials.library(at: library.path, library.digest))
      }
      if plugin.isUsable { materials.connect(host, to: reference) }
    }
    let known = Dictionary(grouping: plugins) { $0.0.description?.manifest.identifier ?? "" }
    materials.connect(contractsOf: inspections, to: known.mapValues { $0.map(\.1) })
    materials.connect(requirementsOf: plugins, to: known)
    let component = materials.components[0]
    metadata = Metadata(
      timestamp: date?.timestamp, tools: Metadata.Tools(components: [Component(tool: program)]),
      component: component)
    components = Array(materials.components.dropFirst())
    dependencies = materials.dependencies
  }
}

extension Materials {
  /// Adds the contracts of libraries and headers.
  ///
  /// - Parameter plugins: The references of plugins, by identifier.
  fileprivate mutating func connect(
    contractsOf inspections: [PluginInspection], to plugins: [String: [String]]
  ) {
    for contract in ContractEntry.all(of: inspections) {
      let reference = add(BillOfMaterials.Component(contract))
      if let file = contract.file {
        connect(library: library(at: file), implementing: reference)
      }
      for plugin in contract.users.flatMap({ plugins[$0] ?? [] }) { connect(plugin, to: reference) }
    }
  }

  /// Connects plugins to those that they require.
  ///
  /// - Parameter known: All plugins with their references, by identifier.
  fileprivate mutating func connect(
    requirementsOf plugins: [(PluginInspection, String)],
    to known: [String: [(PluginInspection, String)]]
  ) {
    for (plugin, reference) in plugins {
      for requirement in plugin.description?.manifest.requires ?? [] {
        let satisfying = known[requirement.identifier, default: []].first { other, _ in
          other.description.map { requirement.range.contains($0.manifest.version) } ?? false
        }
        if let satisfying { connect(reference, to: satisfying.1) }
      }
    }
  }
}
