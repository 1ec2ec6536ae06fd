internal import CleanseSupport

/// A contribution that a manifest names, such as a command, so that it is known without loading the plugin.
public struct DeclaredContribution: Hashable, Sendable, Codable {
  /// The name, such as that of a command; unique among the plugin's contributions to the extension point.
  public let name: String
  /// A description in one line.
  public let summary: String

  /// Creates a contribution; the manifest checks it.
  public init(name: String, summary: String) {
    (self.name, self.summary) = (name, summary)
  }
}

extension PluginManifest {
  /// The commands that the manifest names.
  package var commands: [DeclaredContribution] { contributions["Command"] ?? [] }
}

extension DeclaredContribution {
  init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: ["name", "summary"])
    self.init(name: try fields.string("name"), summary: try fields.string("summary"))
  }

  func check() throws(ManifestError) {
    for (field, text) in [("name", name), ("summary", summary)] {
      try inField(field, LineRules.checkLine(text))
    }
  }
}
