import CleanseSupport

/// A library that was probably meant to be a plugin: it links the framework or has the entry point of a plugin, but has no note,
/// and no plugin needs it as the library of a contract.
package struct UnmarkedLibrary: Sendable {
  /// The path as found.
  package let path: String
  private let isC: Bool

  package static func all(in inspections: [PluginInspection]) -> [UnmarkedLibrary] {
    let needed = Set(inspections.flatMap { $0.description?.neededLibraries ?? [] })
    return inspections.filter {
      $0.lacksNote && !needed.contains(lastComponent(of: $0.file.path))
    }.map { UnmarkedLibrary(path: $0.file.path, isC: $0.lacksNoteOfC) }
  }

  /// What the library has of a plugin, and what it lacks, as a clause.
  package var finding: String {
    (isC ? "has the entry point of a plugin" : "links the framework") + " but has no note"
  }

  /// Why it has no note if it is a plugin, as a clause.
  package var cause: String {
    isC
      ? "its source does not use the macro CLEANSE_PLUGIN"
      : "its target lacks plugin.json or the build-tool plugin CleansePluginManifest"
  }
}
