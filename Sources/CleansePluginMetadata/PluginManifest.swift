public import CleanseSupport

/// The manifest of a plugin: the validated contents of its `plugin.json`.
///
/// Every value conforms to the rules of `Documentation/PluginABI.md`.
public struct PluginManifest: Hashable, Sendable {
  /// The plugin's name in reverse-DNS form, such as `org.example.redact`; unique in a host.
  public let identifier: String
  /// The identifiers that it had before; settings under them apply to it.
  public let formerly: [String]
  /// The plugin's own version.
  public let version: SemanticVersion
  /// The purpose of the plugin, in one line.
  public let summary: String
  /// The authors; at least one.
  public let authors: [String]
  /// The qualified name of the Swift type that the host installs; nil for a plugin that isn't written in Swift.
  public let module: String?
  /// The extension points that the plugin states to contribute to.
  public let contributes: [String]
  /// The contributions that the manifest names, by extension point; absent for an extension point that it only names.
  public let contributions: [String: [DeclaredContribution]]
  /// Whether a test may make the contributions of a Swift plugin, because that has no effects outside of the process.
  public let isExercisable: Bool
  /// The plugins that this one needs, ordered by identifier.
  public let requires: [PluginRequirement]
  /// The options that the host's operator can set, ordered by name.
  public let options: [PluginOption]
  /// What it needs of the system beyond what every plugin may use while it is checked. Only the operator of the host grants it.
  public let needs: SystemAccess

  /// Creates a manifest, and checks its fields.
  ///
  /// - Throws: A ``ManifestError`` that names the field, without a line.
  public init(
    identifier: String, version: SemanticVersion, summary: String, authors: [String],
    module: String? = nil, contributes: [String] = [],
    contributions: [String: [DeclaredContribution]] = [:], requires: [PluginRequirement] = [],
    options: [PluginOption] = [], isExercisable: Bool = false, needs: SystemAccess = SystemAccess(),
    formerly: [String] = []
  ) throws(ManifestError) {
    self.identifier = identifier
    self.formerly = formerly
    self.version = version
    self.summary = summary
    self.authors = authors
    self.module = module
    // Of one in both, the place in the list counts.
    self.contributes =
      contributes + contributions.keys.filter { !contributes.contains($0) }.sorted()
    self.contributions = contributions.filter { !$0.value.isEmpty }
    self.requires = requires.sorted { $0.identifier < $1.identifier }
    self.isExercisable = isExercisable
    self.options = options.sorted { $0.name < $1.name }
    self.needs = needs
    try check()
  }

  private func check() throws(ManifestError) {
    try Self.field("identifier", identifier, TextRules.checkIdentifier)
    try checkFormerIdentifiers()
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
    for (point, elements) in contributions.sorted(by: { $0.key < $1.key }) {
      var names: Set<String> = []
      for (position, element) in elements.enumerated() {
        try inField("contributes.\(point.printable)[\(position)]", element.check())
        guard names.insert(element.name).inserted else {
          throw ManifestError(
            field: "contributes.\(point.printable)[\(position)].name",
            message: "\(element.name.quoted) appears twice")
        }
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
    for (option, next) in zip(options, options.dropFirst()) where option.name == next.name {
      throw ManifestError(field: "options.\(option.name)", message: "appears twice")
    }
  }

  private func checkFormerIdentifiers() throws(ManifestError) {
    for (index, former) in formerly.enumerated() {
      let field = "formerly[\(index)]"
      try Self.field(field, former, TextRules.checkIdentifier)
      guard former != identifier else {
        throw ManifestError(field: field, message: "is the identifier that the plugin has now")
      }
      guard !formerly[..<index].contains(former) else {
        throw ManifestError(field: field, message: "\(former.quoted) appears twice")
      }
    }
  }

  private static func field(
    _ name: @autoclosure () -> String, _ text: String,
    _ check: (String) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    try inField(name(), check(text))
  }
}
