import PluginFiles
import PluginMetadata
import CleanseGraph
import CleanseSupport

/// One plugin, or one file that should be one, as the results show it.
package struct PluginEntry: Encodable, Sendable {
  /// Whether the plugin can be used.
  package enum Status: String, Encodable, Sendable {
    case ok
    case rejected
  }

  /// The path as it was found.
  package let file: String
  /// The path without symbolic links.
  package let resolvedFile: String
  package let status: Status
  /// The code of the first error; nothing for a plugin that can be used.
  package let rejection: String?
  package let diagnostics: [Diagnostic]
  /// How many findings were left out; nothing where none were.
  package let ignored: Int?
  // What the plugin says of itself: nothing when its note can't be read.
  package let identifier: String?
  package let version: String?
  package let summary: String?
  package let authors: [String]?
  package let language: String?
  package let contributes: [String]?

  /// - Returns: Nothing for a file that does not claim to be a plugin.
  package init?(_ inspection: PluginInspection) {
    switch inspection.verdict {
    case .notAPlugin: return nil
    case .plugin: status = .ok
    case .rejected: status = .rejected
    }
    file = inspection.file.path
    resolvedFile = inspection.file.resolvedPath
    diagnostics = inspection.diagnostics
    ignored = inspection.ignored > 0 ? inspection.ignored : nil
    rejection =
      status == .ok
      ? nil : diagnostics.first { $0.severity == .error }?.code.rawValue ?? "plugin/rejected"
    let description = inspection.description
    identifier = description?.manifest.identifier
    version = description?.manifest.version.description
    summary = description?.manifest.summary
    authors = description?.manifest.authors
    language = description?.stamp.language
    contributes = description?.manifest.contributes
  }

  /// What to call it: its identifier, else the name of its file.
  package var name: String {
    identifier ?? fileName
  }

  /// The last part of the path.
  package var fileName: String {
    file.split(separator: "/").last.map(String.init) ?? file
  }
}
