public import CleanseSupport

/// What a plugin says about itself: the contents of its `plugin.json`, checked.
///
/// A value can't break the rules of `Documentation/PluginABI.md`, whichever way it was made.
public struct PluginManifest: Hashable, Sendable {
  /// The plugin's name in reverse-DNS form, such as `org.example.redact`; unique in a host.
  public let identifier: String
  /// The plugin's own version.
  public let version: SemanticVersion
  /// What the plugin is for, in one line.
  public let summary: String
  /// Who wrote it; at least one.
  public let authors: [String]
  /// The Swift type that the host installs, with the types that it lies in before it; nil for a
  /// plugin that isn't written in Swift.
  public let module: String?
  /// The extension points that the plugin says it fills. Nothing but a list relies on it.
  public let contributes: [String]
  /// The plugins that this one needs, ordered by identifier.
  public let requires: [PluginRequirement]

  /// Makes a manifest of its parts.
  ///
  /// - Throws: A ``ManifestError`` that names the field, without a line.
  public init(
    identifier: String, version: SemanticVersion, summary: String, authors: [String],
    module: String? = nil, contributes: [String] = [], requires: [PluginRequirement] = []
  ) throws(ManifestError) {
    self.identifier = identifier
    self.version = version
    self.summary = summary
    self.authors = authors
    self.module = module
    self.contributes = contributes
    self.requires = requires.sorted { $0.identifier < $1.identifier }
    try check()
  }

  private func check() throws(ManifestError) {
    try Self.field("identifier", identifier, TextRules.checkIdentifier)
    try Self.field("summary", summary, LineRules.checkLine)
    guard !authors.isEmpty else {
      throw ManifestError(field: "authors", message: "is empty; name at least one")
    }
    for (position, author) in authors.enumerated() {
      try Self.field("authors[\(position)]", author, LineRules.checkLine)
    }
    if let module { try Self.field("module", module, TextRules.checkTypeName) }
    var names: Set<String> = []
    for (position, name) in contributes.enumerated() {
      try Self.field("contributes[\(position)]", name, TextRules.checkName)
      guard names.insert(name).inserted else {
        throw ManifestError(
          field: "contributes[\(position)]", message: "\(name.quoted) appears twice")
      }
    }
    for (position, requirement) in requires.enumerated() {
      let field = "requires." + requirement.identifier.printable
      try Self.field(field, requirement.identifier, TextRules.checkIdentifier)
      if requirement.identifier == identifier {
        throw ManifestError(field: field, message: "a plugin can't require itself")
      }
      if position > 0, requires[position - 1].identifier == requirement.identifier {
        throw ManifestError(field: field, message: "appears twice")
      }
    }
  }

  private static func field(
    _ name: String, _ text: String, _ check: (String) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    do throws(ManifestError) {
      try check(text)
    } catch {
      throw error.inside(name)
    }
  }
}
