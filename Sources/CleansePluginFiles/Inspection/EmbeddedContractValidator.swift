import CleansePluginMetadata
import CleanseSupport

/// Rejects plugins that contain a copy of a library that another plugin shares.
///
/// A contract between plugins is a library that they all link dynamically. If a plugin links it statically, it
/// has its own types of the same names, and its contributions never reach the plugins that use the shared
/// types. Such a plugin *defines* type descriptors that the library also defines. Two plugins that define the
/// same types are not reported: each may use the same package privately.
package enum EmbeddedContractValidator {
  /// Returns the inspections in the same order. Every usable plugin that defines types of a library of a
  /// usable plugin is rejected.
  package static func validate(
    _ inspections: [PluginInspection], _ catalog: LibraryCatalog
  ) -> [PluginInspection] {
    let usable = inspections.filter(\.isUsable)
    let paths = usable.flatMap { $0.linkage?.libraries.map { FilePath($0.path) } ?? [] }
    var owners: [LinkerName: [FilePath]] = [:]
    for library in Set(paths).sorted() {
      for type in catalog.symbols(of: library.text).names {
        owners[type, default: []].append(library)
      }
    }
    guard !owners.isEmpty else { return inspections }
    return inspections.map { inspection in
      guard inspection.isUsable, let linkage = inspection.linkage else { return inspection }
      var copied: [FilePath: [String]] = [:]
      for type in linkage.descriptors {
        for library in owners[LinkerName(type)] ?? [] { copied[library, default: []].append(type) }
      }
      let defects = copied.sorted { $0.key < $1.key }
        // A plugin may itself be a library that another plugin needs.
        .filter { FileStamp(path: $0.key.text) != inspection.fileStamp }
        .map { FileDefect.embeddedContract(library: $0.key.text, types: $0.value) }
      return inspection.adding(defects: defects)
    }
  }
}
