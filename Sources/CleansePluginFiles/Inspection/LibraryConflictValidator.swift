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
    var names = Names(inspections)
    return inspections.map { inspection in
      guard let plugin = inspection.usable, let linkage = inspection.linkage else {
        return inspection
      }
      let conflicts = names.conflicts(of: linkage, inspection)
      guard conflicts.isEmpty else {
        return inspection.adding(defects: conflicts.map(FileDefect.libraryConflict))
      }
      names.add(Owner(inspection, linkage, plugin.manifest.identifier))
      return inspection
    }
  }

  /// A plugin with its libraries.
  private struct Owner {
    let identifier: String
    let linkage: PluginLinkage
    let inspection: PluginInspection

    init(_ inspection: PluginInspection, _ linkage: PluginLinkage, _ identifier: String) {
      (self.inspection, self.linkage, self.identifier) = (inspection, linkage, identifier)
    }
  }

  /// A plugin as the only candidate for its soname. Its digest can require reading it.
  private static func candidates(for plugin: PluginInspection) -> [LibraryCandidate] {
    plugin.fileStamp.map {
      let library = NeededLibrary(path: plugin.file.resolvedPath, stamp: $0, digest: plugin.digest)
      return [LibraryCandidate(library: library, condition: .init())]
    } ?? []
  }

  /// The files that the plugins so far need or are, by name.
  private struct Names {
    private var owners: [Owner] = []
    /// The index of the first plugin that needs a library of the name.
    private var libraries: [LinkerName: Int] = [:]
    /// The index of the first plugin that has the name.
    private var plugins: [LinkerName: Int] = [:]
    /// All plugins by path, by which the dynamic linker opens them.
    private var paths: [LinkerName: (stamp: FileStamp?, user: String)] = [:]

    init(_ inspections: [PluginInspection]) {
      for inspection in inspections {
        guard let plugin = inspection.usable else { continue }
        paths[LinkerName(inspection.file.resolvedPath)] = (
          inspection.fileStamp, plugin.manifest.identifier
        )
      }
    }

    mutating func add(_ owner: Owner) {
      let index = owners.count
      owners.append(owner)
      for name in owner.linkage.providers.keys where libraries[name] == nil {
        libraries[name] = index
      }
      guard let name = owner.linkage.ownName.map({ LinkerName($0) }), plugins[name] == nil else {
        return
      }
      plugins[name] = index
    }

    func conflicts(
      of linkage: PluginLinkage, _ inspection: PluginInspection
    ) -> [LibraryConflict] {
      var comparisons = Comparisons(linkage)
      let names = linkage.providers.sorted { $0.key < $1.key }
      let needed = names.compactMap { conflict($0.key, $0.value, &comparisons) }
      let taken = names.compactMap { name, files in
        files.first.flatMap { pathConflict(name, $0.library.path, $0.library.stamp) }
      }
      guard let own = linkage.ownName.map({ LinkerName($0) }) else { return needed + taken }
      let path = inspection.fileStamp.flatMap {
        pathConflict(own, inspection.file.resolvedPath, $0)
      }
      let others = [conflict(of: inspection, named: own, &comparisons), path]
      return needed + taken + others.compactMap(\.self)
    }

    private func conflict(
      _ name: LinkerName, _ files: [LibraryCandidate], _ comparisons: inout Comparisons
    ) -> LibraryConflict? {
      if let index = libraries[name] {
        let others = owners[index].linkage.providers[name] ?? []
        let conflict = comparisons.conflict(
          .needed, (name, files, others), index, owners[index])
        if let conflict { return conflict }
      }
      return plugins[name].flatMap { index in
        let others = LibraryConflictValidator.candidates(for: owners[index].inspection)
        return comparisons.conflict(.hidden, (name, files, others), index, owners[index])
      }
    }

    private func conflict(
      of plugin: PluginInspection, named name: LinkerName, _ comparisons: inout Comparisons
    ) -> LibraryConflict? {
      libraries[name].flatMap { index in
        let files = LibraryConflictValidator.candidates(for: plugin)
        let others = owners[index].linkage.providers[name] ?? []
        return comparisons.conflict(.hiding, (name, files, others), index, owners[index])
      }
    }

    /// The conflict of a file whose soname is the path of another plugin.
    private func pathConflict(
      _ name: LinkerName, _ path: String, _ stamp: FileStamp
    ) -> LibraryConflict? {
      guard FilePath(bytes: name.bytes).hasDirectory, let plugin = paths[name],
        stamp != plugin.stamp
      else { return nil }
      return LibraryConflict(
        kind: .replacing, name: name.text, file: path, otherFile: name.text,
        user: plugin.user)
    }
  }

  /// The comparisons of a plugin with those before it, by index.
  private struct Comparisons {
    private let linkage: PluginLinkage
    private var comparisons: [Int: LibraryComparison] = [:]

    init(_ linkage: PluginLinkage) { self.linkage = linkage }

    mutating func conflict(
      _ kind: LibraryConflict.Kind, _ choice: LibraryComparison.Choice, _ index: Int,
      _ other: Owner
    ) -> LibraryConflict? {
      comparisons[
        index, default: LibraryComparison(linkage.pathNeeds, other.linkage.pathNeeds)
      ].difference(choice).map { difference in
        LibraryConflict(
          kind: difference.name == choice.name ? kind : .needed, name: difference.name.text,
          file: difference.file.path, otherFile: difference.other.path, user: other.identifier)
      }
    }
  }
}
