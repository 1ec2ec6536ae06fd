public import CleanseSupport

extension PluginManifest {
  /// The largest `plugin.json` that is read, in bytes.
  public static let sizeLimit = 64 * 1024

  /// The keys of the JSON.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case identifier, version, summary, authors, module, contributes, requires, options, exercise,
      needs, formerly
  }

  private static let keys = CodingKeys.allCases.map(\.rawValue)

  /// Reads a `plugin.json`.
  ///
  /// - Parameter json: The file's bytes: UTF-8, 64 KiB at most.
  /// - Throws: A ``ManifestError`` with the line, and with the field unless the text is not JSON.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) { fields throws(ManifestError) in
      // The note does not contain the schema.
      try fields.rejectUnknown(inFileWith: Self.keys)
      return try PluginManifest(members: fields)
    }
  }

  /// Reads the manifest in a note.
  init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: Self.keys)
    try self.init(members: fields)
  }

  /// Reads the members, whose names have been checked.
  private init(members fields: JSONFields) throws(ManifestError) {
    let contributions = try Self.contributions(fields)
    try self.init(
      identifier: fields.string("identifier"),
      version: fields.parsed("version", SemanticVersion.init(_:)),
      summary: fields.string("summary"),
      authors: fields.strings("authors"),
      module: fields.optionalString("module"),
      contributes: contributions == nil ? fields.optionalStrings("contributes") ?? [] : [],
      contributions: contributions ?? [:],
      requires: fields.optionalObject("requires", make: Self.requirements) ?? [],
      options: fields.optionalObject("options", make: Self.options) ?? [],
      isExercisable: fields.optionalBoolean("exercise") ?? false,
      needs: fields.optionalObject("needs", make: SystemAccess.init(_:)) ?? SystemAccess(),
      formerly: fields.optionalStrings("formerly") ?? [])
  }

  /// Reads the contributions if they are an object from extension points to lists; nil for a list of extension points.
  private static func contributions(
    _ fields: JSONFields
  ) throws(ManifestError) -> [String: [DeclaredContribution]]? {
    guard let json = fields.value("contributes"), case .object = json.content else { return nil }
    return try fields.object("contributes") { points throws(ManifestError) in
      var contributions: [String: [DeclaredContribution]] = [:]
      for point in points.names {
        contributions[point] = try points.objects(point, make: DeclaredContribution.init(_:))
      }
      return contributions
    }
  }

  /// Reads the requirements: a JSON object from identifiers to version ranges.
  private static func requirements(
    _ fields: JSONFields
  ) throws(ManifestError) -> [PluginRequirement] {
    var requirements: [PluginRequirement] = []
    for identifier in fields.names {
      let range = try fields.parsed(identifier, VersionRange.init(_:))
      requirements.append(PluginRequirement(identifier: identifier, range: range))
    }
    return requirements
  }

  /// Reads the options: a JSON object from names to declarations.
  private static func options(_ fields: JSONFields) throws(ManifestError) -> [PluginOption] {
    var options: [PluginOption] = []
    for name in fields.names {
      options.append(
        try fields.object(name) { declaration throws(ManifestError) in
          try PluginOption(name: name, declaration)
        })
    }
    return options
  }
}

extension PluginManifest {
  /// The line of a field in the text of a `plugin.json`; nil if the field is absent.
  package static func line(ofField field: String, json: [UInt8]) -> Int? {
    var reader = JSONReader(json)
    return try? reader.readDocument().line(ofField: Substring(field))
  }
}
