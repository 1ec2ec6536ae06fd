import CleanseSupport

/// The JSON of a `plugin.json`, for documents that contain a manifest.
///
/// Such decoders report no lines and ignore unknown members. To read a `plugin.json`, use
/// ``PluginManifest/init(json:)``.
extension PluginManifest: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let requires = try container.decodeIfPresent([String: VersionRange].self, forKey: .requires)
    let options = try container.decodeIfPresent([String: PluginOption.Body].self, forKey: .options)
    // An object if it names contributions, otherwise a list of extension points.
    let contributions = try? container.decodeIfPresent(
      [String: [DeclaredContribution]].self, forKey: .contributes)
    try self.init(
      identifier: container.decode(String.self, forKey: .identifier),
      version: container.decode(SemanticVersion.self, forKey: .version),
      summary: container.decode(String.self, forKey: .summary),
      authors: container.decode([String].self, forKey: .authors),
      module: container.decodeIfPresent(String.self, forKey: .module),
      contributes: contributions == nil
        ? container.decodeIfPresent([String].self, forKey: .contributes) ?? [] : [],
      contributions: contributions ?? [:],
      requires: (requires ?? [:]).map { PluginRequirement(identifier: $0, range: $1) },
      options: (options ?? [:]).map { name, body throws(ManifestError) in
        try PluginOption(name: name, body)
      },
      isExercisable: container.decodeIfPresent(Bool.self, forKey: .exercise) ?? false,
      needs: container.decodeIfPresent(SystemAccess.self, forKey: .needs) ?? SystemAccess(),
      formerly: container.decodeIfPresent([String].self, forKey: .formerly) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(version, forKey: .version)
    try container.encode(summary, forKey: .summary)
    try container.encode(authors, forKey: .authors)
    try container.encodeIfPresent(module, forKey: .module)
    if !contributions.isEmpty {
      let named = contributes.map { ($0, contributions[$0] ?? []) }
      try container.encode(
        Dictionary(keepingFirst: named), forKey: .contributes)
    } else if !contributes.isEmpty {
      try container.encode(contributes, forKey: .contributes)
    }
    if !requires.isEmpty {
      let ranges = requires.map { ($0.identifier, $0.range) }
      // The initializer has checked that identifiers are unique.
      try container.encode(
        Dictionary(keepingFirst: ranges), forKey: .requires)
    }
    if isExercisable { try container.encode(true, forKey: .exercise) }
    if !formerly.isEmpty { try container.encode(formerly, forKey: .formerly) }
    if !needs.isEmpty { try container.encode(needs, forKey: .needs) }
    if !options.isEmpty {
      let declarations = options.map { ($0.name, $0.body) }
      try container.encode(
        Dictionary(keepingFirst: declarations), forKey: .options)
    }
  }
}
