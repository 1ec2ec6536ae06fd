import CleanseCrypto
import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Warns of plugins that have a library in common whose symbols the dynamic linker would find in different files for each.
///
/// It binds the symbols of a library once, when it is loaded for the first plugin, by the order in which that plugin and its
/// libraries are searched. So the library uses those definitions for all others.
package struct SymbolSupplyValidator {
  private typealias Supplies = [LinkerName: SymbolSupply.Definer]

  /// What the symbols of a finding have in common.
  private struct Parties: Hashable {
    let library: FilePath
    /// The library that defines them; nil for the plugin.
    let definer: FilePath?
    let isDefinedTwice: Bool
  }

  private let inspections: [PluginInspection]
  /// The supplies of each plugin by the library that gets them.
  private let supplies: [[ContentDigest: Supplies]]
  /// The symbols of each finding, by the place of its plugin, with the first of the other plugins.
  private var found: [Int: [Parties: (user: String, symbols: Set<LinkerName>)]] = [:]

  /// Returns the inspections in the same order.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    guard inspections.contains(where: { $0.linkage?.supplies.isEmpty == false }) else {
      return inspections
    }
    var validator = Self(inspections)
    validator.compare()
    return validator.result
  }

  private init(_ inspections: [PluginInspection]) {
    self.inspections = inspections
    supplies = inspections.map { inspection in
      (inspection.linkage?.supplies ?? [:]).reduce(into: [:]) { supplies, entry in
        supplies[entry.key.library, default: [:]][entry.key.symbol] = entry.value
      }
    }
  }

  /// Compares each plugin with the first one that has the same library.
  private mutating func compare() {
    let plugins = digestsOfNeededPlugins
    var first: [ContentDigest: Int] = [:]
    for index in inspections.indices where inspections[index].usable != nil {
      var libraries = Set(inspections[index].linkage?.libraries.compactMap(\.digest) ?? [])
      if let own = plugins[index] { libraries.insert(own) }
      for library in libraries {
        guard let earlier = first[library] else {
          first[library] = index
          continue
        }
        compare(index, with: earlier, in: library)
      }
    }
  }

  /// The digests of the plugins that are libraries of others, by place.
  private var digestsOfNeededPlugins: [Int: ContentDigest] {
    let places = Dictionary(
      inspections.enumerated().map { (FilePath($1.file.resolvedPath), $0) }
    ) { first, _ in first }
    let libraries = inspections.flatMap { $0.linkage?.libraries ?? [] }
    return libraries.reduce(into: [:]) { digests, library in
      if let place = places[FilePath(library.path)] { digests[place] = library.digest }
    }
  }

  private mutating func compare(_ index: Int, with earlier: Int, in library: ContentDigest) {
    let (own, others) = (supplies[index][library] ?? [:], supplies[earlier][library] ?? [:])
    for symbol in Set(own.keys).union(others.keys)
    where !SymbolSupply.Definer.isSame(own[symbol], others[symbol]) {
      if let definer = own[symbol] {
        add(symbol, definer, to: index, against: earlier, isDefinedTwice: others[symbol] != nil)
      } else if let definer = others[symbol] {
        add(symbol, definer, to: earlier, against: index, isDefinedTwice: false)
      }
    }
  }

  private mutating func add(
    _ symbol: LinkerName, _ definer: SymbolSupply.Definer, to index: Int, against other: Int,
    isDefinedTwice: Bool
  ) {
    let parties = Parties(
      library: FilePath(definer.user), definer: definer.path.map { FilePath($0) },
      isDefinedTwice: isDefinedTwice)
    let user = inspections[other].usable?.manifest.identifier ?? ""
    found[index, default: [:]][parties, default: (user, [])].symbols.insert(symbol)
  }

  private var result: [PluginInspection] {
    inspections.enumerated().map { index, inspection in
      guard let plugin = inspection.usable, let supplies = found[index] else { return inspection }
      let concerns = supplies.map { parties, found in
        FileConcern.Supply(
          library: parties.library.text, definer: parties.definer?.text, user: found.user,
          isDefinedTwice: parties.isDefinedTwice, symbols: found.symbols.sorted())
      }
      return inspection.adding(
        concerns.sorted { $0.order < $1.order }.map {
          FileConcern.supplied($0).diagnostic(
            of: inspection.file, origin: plugin.manifest.identifier)
        })
    }
  }
}

extension FileConcern.Supply {
  /// What the findings of a plugin are sorted by.
  fileprivate var order: (LinkerName, LinkerName, Int) {
    (LinkerName(library), LinkerName(definer ?? ""), isDefinedTwice ? 0 : 1)
  }
}
