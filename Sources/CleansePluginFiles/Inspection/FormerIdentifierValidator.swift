import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Finds the identifiers under which settings apply to a renamed plugin, and rejects plugins if that is ambiguous.
package enum FormerIdentifierValidator {
  /// Returns the inspections in the same order, with the former identifiers of the plugins.
  ///
  /// A plugin that can't be used does not take an identifier from one that can, and neither does one that is left out.
  package static func resolving(_ inspections: [PluginInspection]) -> [PluginInspection] {
    let claims = Claims(inspections)
    guard !claims.isEmpty else { return inspections }
    return inspections.map { inspection in
      var inspection = inspection
      inspection.formerIdentifiers = inspection.claimed.filter(claims.isResolved)
      return inspection
    }
  }

  /// Returns the inspections in the same order, with the former identifiers of the plugins. Every usable plugin is rejected that
  /// claims one that another usable plugin has or claims.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    let claims = Claims(inspections)
    guard !claims.isEmpty else { return inspections }
    return resolving(inspections).map { inspection in
      guard let plugin = inspection.usable else { return inspection }
      let rivals = plugin.manifest.formerly.lazy.compactMap { former in
        claims.rival(of: plugin, for: former).map { (former, $0) }
      }
      guard let (former, rival) = rivals.first else { return inspection }
      return inspection.rejected(for: [diagnostic(plugin, former, rival)])
    }
  }

  /// The plugins that have or claim an identifier.
  private struct Claims {
    /// The usable plugins by their identifiers.
    private var owners: [String: PluginDescription] = [:]
    /// The plugins that claim an identifier: those that are usable, or if there are none, all others.
    private var claimants: [String: [PluginDescription]] = [:]

    init(_ inspections: [PluginInspection]) {
      guard inspections.contains(where: { !$0.claimed.isEmpty }) else { return }
      let usable = inspections.compactMap(\.usable)
      owners = Dictionary(usable.map { ($0.manifest.identifier, $0) }) { first, _ in first }
      for plugin in usable { add(plugin) }
      let known = Set(claimants.keys)
      for inspection in inspections where inspection.isRejected {
        inspection.description.map { add($0, except: known) }
      }
    }

    private mutating func add(_ plugin: PluginDescription, except known: Set<String> = []) {
      for former in plugin.manifest.formerly where !known.contains(former) {
        claimants[former, default: []].append(plugin)
      }
    }

    var isEmpty: Bool { claimants.isEmpty }

    /// Whether settings under a former identifier apply to one plugin alone.
    func isResolved(_ former: String) -> Bool {
      let all = claimants[former] ?? []
      return owners[former] == nil
        && all.allSatisfy { $0.manifest.identifier == all.first?.manifest.identifier }
    }

    /// Another plugin that has or claims the identifier; nil if there is none. Plugins with one identifier are the same.
    func rival(of plugin: PluginDescription, for former: String) -> PluginDescription? {
      owners[former]
        ?? claimants[former]?.first { $0.manifest.identifier != plugin.manifest.identifier }
    }
  }

  private static func diagnostic(
    _ plugin: PluginDescription, _ former: String, _ rival: PluginDescription
  ) -> Diagnostic {
    let names = [plugin.file, rival.file].distinguished
    let isPresent = rival.manifest.identifier == former
    return Diagnostic(
      "plugin/former-identifier", .error,
      "\(names[0]) had the identifier \(former) before, and \(names[1]) \(isPresent ? "has it" : "had it, too")",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: [
        Diagnostic.Note(
          "\(names[1]) is \(rival.manifest.identifier), version \(rival.manifest.version)")
      ],
      fix: isPresent
        ? "remove \(names[1]) if \(names[0]) replaces it, or the entry from `formerly` in plugin.json"
        : "remove one of the plugins, or the entry from `formerly` in one plugin.json",
      arguments: [.file(plugin.file), .init("identifier", former)])
  }
}

extension PluginInspection {
  /// The former identifiers of the manifest; none for a plugin that is left out.
  fileprivate var claimed: [String] {
    omission == nil ? description?.manifest.formerly ?? [] : []
  }
}
