import CleansePluginFiles
import CleansePluginMetadata
import CleanseGraph
import CleanseSupport

/// A plugin, or a file that should be one, as shown in results.
package struct PluginEntry: Encodable, Sendable {
  /// Whether the plugin can be used.
  package enum Status: String, Encodable, Sendable {
    case ok
    case rejected
    /// The configuration disables it.
    case disabled
    /// It was left out because of its errors.
    case leftOut = "left-out"
  }

  /// A contract that a plugin was built against.
  package struct UsedContract: Encodable, Sendable {
    package let identifier: String
    package let version: String
  }

  /// The path at which the file was found.
  package let file: String
  /// The path with symbolic links resolved.
  package let resolvedFile: String
  package let status: Status
  /// The code of the first error; nil for a plugin that can be used.
  package let rejection: String?
  package let diagnostics: [Diagnostic]
  /// The number of ignored findings; nil for none.
  package let ignored: Int?
  // From the plugin's note; nil if the note can't be read.
  package let identifier: String?
  package let version: String?
  package let summary: String?
  package let authors: [String]?
  package let language: String?
  package let contributes: [String]?
  /// The contracts that the plugin was built against; nil for none.
  package let contracts: [UsedContract]?
  /// What the manifest declares that the plugin needs of the system; nil for nothing.
  package let needs: SystemAccess?

  /// - Returns: Nil for a file that does not claim to be a plugin.
  package init?(_ inspection: PluginInspection) {
    switch inspection.outcome {
    case .notAPlugin: return nil
    case .plugin: status = .ok
    case .rejected: status = .rejected
    case .leftOut(_, .disabled): status = .disabled
    case .leftOut(_, .failing): status = .leftOut
    }
    file = inspection.file.path
    resolvedFile = inspection.file.resolvedPath
    diagnostics = inspection.diagnostics
    ignored = inspection.ignored > 0 ? inspection.ignored : nil
    rejection =
      status != .rejected
      ? nil : diagnostics.first { $0.severity == .error }?.code.rawValue ?? "plugin/rejected"
    let description = inspection.description
    identifier = description?.manifest.identifier
    version = description?.manifest.version.description
    summary = description?.manifest.summary
    authors = description?.manifest.authors
    language = description?.stamp.language
    contributes = description?.manifest.contributes
    needs = description.map(\.manifest.needs).flatMap { $0.isEmpty ? nil : $0 }
    let contracts = description?.contracts ?? []
    self.contracts =
      contracts.isEmpty
      ? nil
      : contracts.map { UsedContract(identifier: $0.identifier, version: "\($0.version)") }
  }

  /// The displayed name: the identifier, or the name of the file if there is none.
  package var name: String {
    identifier ?? fileName
  }

  /// The last part of the path.
  package var fileName: String {
    FilePath(file).name.text
  }
}
