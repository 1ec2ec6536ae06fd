import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Warns of plugins that define a symbol for a library for which a plugin before them defines it, too.
///
/// The dynamic linker binds the symbols of a library once, when it is loaded for the first plugin. So the library uses the
/// definitions of this plugin for all others.
package enum SymbolSupplyValidator {
  /// Returns the inspections in the same order.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var suppliers: [SymbolSupply: String] = [:]
    return inspections.map { inspection in
      guard let plugin = inspection.usable, let supplies = inspection.linkage?.supplies,
        !supplies.isEmpty
      else { return inspection }
      let user = plugin.manifest.identifier
      let concerns = concerns(supplies, suppliers)
      suppliers.merge(supplies.mapValues { _ in user }) { first, _ in first }
      return inspection.adding(concerns.map { $0.diagnostic(of: inspection.file, origin: user) })
    }
  }

  /// One concern for each library and each of the other plugins.
  private static func concerns(
    _ supplies: [SymbolSupply: String], _ suppliers: [SymbolSupply: String]
  ) -> [FileConcern] {
    let taken = supplies.compactMap { supply, path in
      suppliers[supply].map { (symbol: supply.symbol, parties: [path, $0]) }
    }
    return Dictionary(grouping: taken, by: \.parties)
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { parties, symbols in
        .supplied(
          symbols.map(\.symbol).sorted().map(\.text), library: parties[0], user: parties[1])
      }
  }
}
