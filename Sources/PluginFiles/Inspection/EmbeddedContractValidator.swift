import PluginMetadata

/// Rejects plugins that hold a copy of a library that a plugin shares with others.
///
/// A contract between plugins is a library that they all link. One that was linked statically into a
/// plugin gives that plugin types of its own of the same names: what it contributes never gets
/// to those who ask for the others'. It shows as the plugin *defines* type descriptors that the
/// library defines, too. Two plugins that define the same types are no reason for a finding: each may
/// use a package that is nobody else's business.
package enum EmbeddedContractValidator {
  /// The same inspections in the same order, with every usable plugin that defines types of a library
  /// which a usable plugin brings made a rejected one.
  package static func validate(
    _ inspections: [PluginInspection], _ catalog: LibraryCatalog
  ) -> [PluginInspection] {
    let usable = inspections.filter { $0.usable != nil }
    let libraries = Set(usable.flatMap { $0.linkage?.libraries.map(\.path) ?? [] }).sorted()
    var owners: [String: [String]] = [:]
    for library in libraries {
      for type in catalog.symbols(of: library).names { owners[type, default: []].append(library) }
    }
    guard !owners.isEmpty else { return inspections }
    return inspections.map { inspection in
      guard let plugin = inspection.usable, let linkage = inspection.linkage else {
        return inspection
      }
      var copied: [String: [String]] = [:]
      for type in linkage.descriptors {
        for library in owners[type] ?? [] { copied[library, default: []].append(type) }
      }
      let defects = copied.sorted { $0.key < $1.key }
        // A plugin may be a library that another one needs.
        .filter { FileStamp(path: $0.key) != inspection.fileStamp }
        .map { FileDefect.embeddedContract(library: $0.key, types: $0.value) }
      guard !defects.isEmpty else { return inspection }
      return inspection.rejected(
        for: defects.map {
          $0.diagnostic(of: inspection.file, origin: plugin.manifest.identifier)
        })
    }
  }
}
