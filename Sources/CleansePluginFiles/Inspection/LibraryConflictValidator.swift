import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Rejects plugins that would not get the libraries that were inspected for them, because another plugin brings another
/// file of the same name, or has that name itself.
///
/// The plugin that comes first keeps its library, in the order of the directories and then of the file names. Libraries of
/// contracts and those that the process has loaded are compared by their versions instead (``ContractValidator``).
package enum LibraryConflictValidator {
  /// Returns the inspections in the same order.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var names = Names()
    return inspections.map { inspection in
      guard let plugin = inspection.usable, let linkage = inspection.linkage else {
        return inspection
      }
      let conflicts = names.conflicts(of: linkage, inspection)
      guard conflicts.isEmpty else {
        return inspection.adding(defects: conflicts.map(FileDefect.libraryConflict))
      }
      names.add(linkage, inspection, plugin.manifest.identifier)
      return inspection
    }
  }

  /// The files that the plugins so far need or are, by name.
  private struct Names {
    private var libraries: [LinkerName: (files: [NeededLibrary], user: String)] = [:]
    private var plugins: [LinkerName: (plugin: PluginInspection, user: String)] = [:]

    mutating func add(
      _ linkage: PluginLinkage, _ inspection: PluginInspection, _ user: String
    ) {
      libraries.merge(linkage.providers.mapValues { ($0, user) }) { first, _ in first }
      guard let name = linkage.ownName.map({ LinkerName($0) }), plugins[name] == nil else { return }
      plugins[name] = (inspection, user)
    }

    func conflicts(
      of linkage: PluginLinkage, _ inspection: PluginInspection
    ) -> [LibraryConflict] {
      let needed = linkage.providers.sorted { $0.key < $1.key }.compactMap(conflict)
      let own = linkage.ownName.flatMap { conflict(of: inspection, named: LinkerName($0)) }
      return needed + [own].compactMap(\.self)
    }

    private func conflict(_ name: LinkerName, _ files: [NeededLibrary]) -> LibraryConflict? {
      if let other = libraries[name],
        !files.contains(where: { other.files.contains(where: $0.isSame) }),
        let file = files.first, let otherFile = other.files.first
      {
        return LibraryConflict(
          kind: .needed, name: name.text, file: file.path, otherFile: otherFile.path,
          user: other.user)
      }
      if let other = plugins[name], !files.contains(where: { $0.isFile(of: other.plugin) }),
        let file = files.first
      {
        return LibraryConflict(
          kind: .hidden, name: name.text, file: file.path, otherFile: other.plugin.file.path,
          user: other.user)
      }
      return nil
    }

    private func conflict(
      of inspection: PluginInspection, named name: LinkerName
    ) -> LibraryConflict? {
      guard let other = libraries[name], let file = other.files.first,
        !other.files.contains(where: { $0.isFile(of: inspection) })
      else { return nil }
      return LibraryConflict(
        kind: .hiding, name: name.text, file: inspection.file.path, otherFile: file.path,
        user: other.user)
    }
  }
}

extension NeededLibrary {
  /// Whether two libraries are one file, or have the same contents.
  fileprivate func isSame(as other: NeededLibrary) -> Bool {
    FilePath(path) == FilePath(other.path) || stamp == other.stamp
      || digest != nil && digest == other.digest
  }

  fileprivate func isFile(of plugin: PluginInspection) -> Bool {
    stamp == plugin.fileStamp || digest != nil && digest == plugin.digest
  }
}
