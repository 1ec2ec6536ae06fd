public import CleanseGraph

extension Diagnostic.Code {
  /// There is no plugin at all.
  public static let pluginNoneFound: Self = "plugin/none-found"
}

/// Finds out whether there is any plugin, usable or not.
package enum AbsenceValidator {
  /// Returns the finding about directories without a plugin; none if there is a plugin.
  ///
  /// - Parameter directories: The directories that were searched, for the message.
  package static func findings(
    in inspections: [PluginInspection], of directories: [String]
  ) -> [Diagnostic] {
    let isEmpty = inspections.allSatisfy {
      if case .notAPlugin = $0.verdict { true } else { false }
    }
    guard isEmpty else { return [] }
    let location = directories.isEmpty ? "" : " in \(directories.joined(separator: ", "))"
    return [
      Diagnostic(
        .pluginNoneFound, .warning, "no plugin was found\(location)",
        fix: """
          check the name of the directory, and copy plugins there; if there may be none, ignore \
          this code, as `host validate --allow-empty` does
          """)
    ]
  }
}
