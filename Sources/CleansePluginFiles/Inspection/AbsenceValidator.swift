public import CleanseGraph
import CleanseSupport

extension Diagnostic.Code {
  /// There is no plugin at all.
  public static let pluginNoneFound: Self = "plugin/none-found"
  /// One of several directories has no plugin.
  public static let pluginEmptyDirectory: Self = "plugin/empty-directory"
}

/// Finds out whether there are plugins, usable or not.
package enum AbsenceValidator {
  /// Returns the findings about directories without a plugin: a warning if there is no plugin at all, and notes if there are
  /// plugins in other directories.
  ///
  /// - Parameter directories: The directories that were searched, for the message.
  package static func findings(
    in inspections: [PluginInspection], of directories: [String]
  ) -> [Diagnostic] {
    let isEmpty = inspections.allSatisfy {
      if case .notAPlugin = $0.outcome { true } else { false }
    }
    guard isEmpty else {
      return emptyDirectories(in: inspections, of: directories).map(Self.empty)
    }
    let location = directories.isEmpty ? "" : " in \(directories.joined(separator: ", "))"
    let overlooked = OverlookedLibrary.all(in: directories)
    let others = inspections.compactMap(Self.other)
    return [
      Diagnostic(
        .pluginNoneFound, .warning, "no plugin was found\(location)",
        notes: Abridgement.notes(others, of: others.count, "files are no plugins") {
          Diagnostic.Note($0)
        }
          + Abridgement.notes(
            overlooked, of: overlooked.count, "libraries were not inspected"
          ) { Diagnostic.Note("\($0.path) was not inspected: \($0.reason)") },
        fix: """
          \(!others.isEmpty ? marking : overlooked.isEmpty ? copying : renaming); if there may be none, ignore this code, as \
          `host validate --allow-empty` does
          """)
    ]
  }

  private static let copying = "check the name of the directory, and copy plugins there"
  private static let renaming =
    "copy plugins into the directory itself, under names that end in .so"

  private static let marking =
    "if one of these is a plugin, use the macro CLEANSE_PLUGIN in C, or plugin.json and the build-tool plugin "
    + "CleansePluginManifest in Swift"

  /// A file that is no plugin, with the reason; nil for a plugin, and for what has another purpose.
  private static func other(_ inspection: PluginInspection) -> String? {
    guard case .notAPlugin(let kind) = inspection.outcome,
      inspection.lacksNote || kind == PluginInspection.plain
    else { return nil }
    return "\(inspection.file.path) is \(kind)"
  }

  /// Returns those of several directories that have no plugin.
  ///
  /// - Parameter inspections: The inspections of the files of all directories.
  package static func emptyDirectories(
    in inspections: [PluginInspection], of directories: [String]
  ) -> [String] {
    guard directories.count > 1 else { return [] }
    let others = inspections.compactMap { inspection in
      if case .notAPlugin = inspection.outcome { inspection.file.resolvedPath } else { nil }
    }
    let libraries = Set(others.map { FilePath($0) })
    return directories.filter { directory in
      // A file with several names has only one inspection, so each directory is read again. One that has become unreadable is
      // not empty.
      guard let files = try? PluginDirectory.files(in: [directory]) else { return false }
      return files.allSatisfy { libraries.contains(FilePath($0.resolvedPath)) }
    }
  }

  private static func empty(_ directory: String) -> Diagnostic {
    Diagnostic(
      .pluginEmptyDirectory, .note, "no plugin was found in \(directory)",
      fix: "check the name of the directory, or leave it out",
      arguments: [.init("directory", lastComponent(of: directory))])
  }
}
