import CleanseGraphAnalysis
import CleansePluginMetadata
import CleanseGraph
import CleanseSupport
import CleansePluginFiles

extension PolicyFile {
  /// The name and version of the format. The key `schema` is optional in a file.
  public static let schema = "cleanse-host/1"

  /// The maximum size of a file, in bytes.
  public static let sizeLimit = 1 << 20

  /// The maximum deadline for a plugin, in seconds: a day.
  public static let longestDeadline = 86_400.0

  /// Reads a policy file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the file in messages, whose directory is the base of relative paths; by default, the
  ///     path.
  /// - Throws: A ``PolicyFileError``: no part of an invalid file is used.
  public init(contentsOf path: String, name: String? = nil) throws(PolicyFileError) {
    try self.init(contentsOf: path, name: name ?? path, location: path)
  }

  /// Reads a copy of a policy file.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - name: The name of the file in messages, whose directory is the base of relative paths.
  ///   - location: The path of the file.
  package init(
    contentsOf path: String, name: String, location: String
  ) throws(PolicyFileError) {
    let json: [UInt8]
    do throws(DocumentError) {
      json = try DocumentFile.read(path, name: name, limit: Self.sizeLimit)
    } catch {
      throw PolicyFileError(error)
    }
    do throws(ManifestError) {
      self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) {
        fields throws(ManifestError) in
        try PolicyFile(fields, name: name, path: location)
      }
    } catch {
      throw PolicyFileError(error, in: name)
    }
  }

  private init(_ fields: JSONFields, name: String, path: String) throws(ManifestError) {
    self.init(name: name, location: path)
    try Self.checkSchema(fields)
    try fields.rejectUnknown(inFileWith: [
      "schema", "directories", "severities", "trust", "lock", "strict", "baseline",
      "deadline", "sandbox", "permissions", "onFailure", "plugins", "islands",
    ])
    // Editors read the schema of the file; the host has its own.
    directories = fields.member("directories", try fields.optionalPaths("directories"))
      .map(resolved)
    severities = try fields.optionalObject("severities", make: Self.severities) ?? [:]
    isStrict = fields.member("strict", try fields.optionalBoolean("strict"))
    baseline = fields.member("baseline", try fields.optionalPath("baseline")).map(resolved)
    deadline = fields.member("deadline", try Self.deadline(fields))
    onFailure = try Self.failureMode(fields)
    if let found = try fields.optionalObject("sandbox", make: Self.sandbox) {
      (sandbox, grants) = (found.mode, found.grants)
    }
    permissions = try Self.permissions(fields)
    if let trust = try fields.optionalObject("trust", make: Self.trust) {
      (requiresSigned, allowsInsecure) = (trust.requiresSigned, trust.allowsInsecure)
      allowsSimilarCompiler = trust.allowsSimilarCompiler
      trustedKeys = trust.trustedKeys.map(resolved)
    }
    if let lock = try fields.optionalObject("lock", make: Self.lock) {
      let standard = fields.member("lock", PluginLock.fileName)
      (lockFile, isLocked) = ((lock.file ?? standard).map(resolved), lock.isLocked)
    }
    _ = try fields.optionalObject("plugins") { plugins throws(ManifestError) in
      for plugin in plugins.names {
        try plugins.object(plugin) { settings throws(ManifestError) in
          try read(settings, of: plugin)
        }
      }
    }
    _ = try fields.optionalObject("islands") { islands throws(ManifestError) in
      guard islands.names.count <= Self.mostIslands else {
        throw ManifestError(
          message: "has \(islands.names.count) islands, more than the limit of \(Self.mostIslands)")
      }
      var owners: [String: String] = [:]
      for island in islands.names {
        try islands.object(island) { settings throws(ManifestError) in
          try read(settings, ofIsland: island, &owners)
        }
      }
    }
    try checkReplaceablePaths()
  }

  private static let longestIslandName = 100
  /// The number of islands that a host can have.
  private static let mostIslands = 1000

  /// Reads what is set for an island.
  ///
  /// - Parameter owners: The islands of plugins.
  private mutating func read(
    _ settings: JSONFields, ofIsland island: String, _ owners: inout [String: String]
  ) throws(ManifestError) {
    guard (1...Self.longestIslandName).contains(island.utf8.count), island != "all",
      island == PlainText.escaped(island)
    else {
      throw ManifestError(
        message:
          "is no name of an island: it needs 1 to 100 printable bytes, and `all` is the application"
      )
    }
    try settings.rejectUnknown(known: ["plugins", "permissions", "limits"])
    guard let plugins = try settings.optionalStrings("plugins") else {
      throw ManifestError(field: "plugins", message: "is missing")
    }
    for plugin in plugins {
      // It may be there twice.
      guard let other = owners.updateValue(island, forKey: plugin), other != island else {
        continue
      }
      throw ManifestError(
        field: "plugins",
        message: "has \(plugin.quoted), which is in the island \(other.quoted) already")
    }
    islands[island] = settings.member(
      "plugins",
      Island(
        plugins: plugins,
        permissions: try settings.optionalObject("permissions", make: Permissions.init),
        limits: try settings.optionalObject("limits", make: IslandLimits.init) ?? IslandLimits()))
  }

  /// Reads what is set for one plugin.
  private mutating func read(
    _ settings: JSONFields, of plugin: String
  ) throws(ManifestError) {
    try settings.rejectUnknown(known: ["enabled", "onFailure", "options", "sandbox"])
    enabled[plugin] = settings.member("enabled", try settings.optionalBoolean("enabled"))
    failureModes[plugin] = try Self.failureMode(settings)
    let grants = try settings.optionalObject("sandbox") { grants throws(ManifestError) in
      try Access(grants)
    }
    pluginGrants[plugin] = settings.member("sandbox", grants)
    _ = try settings.optionalObject("options") { options throws(ManifestError) in
      for option in options.names {
        let location = SourceLocation(
          file: name, path: location, line: options.line(of: option) ?? 1)
        self.options.append(
          OptionAssignment(
            option, of: plugin, to: try content(of: option, in: options), from: .file(location)))
      }
    }
  }

  private static func failureMode(
    _ fields: JSONFields
  ) throws(ManifestError) -> Member<FailureMode>? {
    try choice("onFailure", in: fields)
  }

  private static func sandbox(
    _ fields: JSONFields
  ) throws(ManifestError) -> (mode: Member<SandboxMode>?, grants: Access) {
    let grants = try Access(fields, besides: ["mode"])
    return (try choice("mode", in: fields), grants)
  }

  private static func permissions(
    _ fields: JSONFields
  ) throws(ManifestError) -> Member<Permissions>? {
    let permissions = try fields.optionalObject("permissions") {
      members throws(ManifestError) in try Permissions(members)
    }
    return fields.member("permissions", permissions)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, in fields: JSONFields
  ) throws(ManifestError) -> Member<Choice>? {
    guard let text = try fields.optionalString(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue.quoted).joined(separator: " or ")
      throw ManifestError(field: name, message: "must be \(choices), not \(text.quoted)")
    }
    return fields.member(name, choice)
  }

  /// Reads the value of an option, which is checked when the plugin's manifest is known.
  private func content(
    of option: String, in options: JSONFields
  ) throws(ManifestError) -> OptionAssignment.Content {
    guard let json = options.value(option) else { return .text("") }
    if case .object = json.content {
      return .file(
        try options.object(option) { reference throws(ManifestError) in
          try reference.rejectUnknown(known: ["file"])
          guard let file = try reference.optionalPath("file") else {
            throw ManifestError(field: "file", message: "is missing")
          }
          return path(file)
        })
    }
    guard let value = OptionValue(json) else {
      let message =
        switch json.content {
        case .number: "is too large a number"
        case .array: "has an element that is not a Boolean, a string, or a number of a usable size"
        default:
          "must be a Boolean, a number, a string, an array of these or {\"file\": …}, not \(json.kind)"
        }
      throw ManifestError(field: option.printable, message: message)
    }
    return .value(value)
  }

  private func resolved(_ member: Member<String>) -> Member<String> {
    Member(value: path(member.value), line: member.line)
  }

  private func resolved(_ member: Member<[String]>) -> Member<[String]> {
    Member(value: member.value.map(path), line: member.line)
  }

  private static func checkSchema(_ fields: JSONFields) throws(ManifestError) {
    // Before the keys are checked, because another version may have others.
    guard let found = try fields.optionalString("schema"), found != schema else { return }
    let isOurs = found.hasPrefix("cleanse-host/")
    throw ManifestError(
      field: "schema",
      message: isOurs
        ? "is \(found.quoted), for another version of the host; this version reads `\(schema)`"
        : "must be `\(schema)`, not \(found.quoted)")
  }

  private static func severities(
    _ fields: JSONFields
  ) throws(ManifestError) -> [Diagnostic.Code: Member<FindingLevel>] {
    var levels: [Diagnostic.Code: Member<FindingLevel>] = [:]
    for name in fields.names {
      let (code, level) = try fields.parsed(name) { text throws(ManifestError) in
        do throws(FindingLevel.Mistake) {
          return try FindingLevel.read(text, for: name)
        } catch {
          throw ManifestError(message: "is invalid: \(error.message); \(error.hint)")
        }
      }
      levels[code] = fields.member(name, level)
    }
    return levels
  }

  private static func trust(
    _ fields: JSONFields
  ) throws(ManifestError) -> (
    requiresSigned: Member<Bool>?, trustedKeys: Member<[String]>?, allowsInsecure: Member<Bool>?,
    allowsSimilarCompiler: Member<Bool>?
  ) {
    try fields.rejectUnknown(known: [
      "requireSigned", "trustedKeys", "allowInsecure", "allowSimilarCompiler",
    ])
    return (
      fields.member("requireSigned", try fields.optionalBoolean("requireSigned")),
      fields.member("trustedKeys", try fields.optionalPaths("trustedKeys")),
      fields.member("allowInsecure", try fields.optionalBoolean("allowInsecure")),
      fields.member("allowSimilarCompiler", try fields.optionalBoolean("allowSimilarCompiler"))
    )
  }

  private static func lock(
    _ fields: JSONFields
  ) throws(ManifestError) -> (file: Member<String>?, isLocked: Member<Bool>?) {
    try fields.rejectUnknown(known: ["file", "locked"])
    return (
      fields.member("file", try fields.optionalPath("file")),
      fields.member("locked", try fields.optionalBoolean("locked"))
    )
  }

  private static func deadline(_ fields: JSONFields) throws(ManifestError) -> Double? {
    guard let seconds = try fields.optionalNumber("deadline") else { return nil }
    guard seconds > 0, seconds <= longestDeadline else {
      throw ManifestError(
        field: "deadline",
        message: "must be a number of seconds above 0 and at most \(Int(longestDeadline))")
    }
    return seconds
  }
}

extension JSONFields {
  /// A value with the line of its key; nil if the key is absent.
  fileprivate func member<Value>(_ name: String, _ value: Value?) -> PolicyFile.Member<Value>? {
    value.map { PolicyFile.Member(value: $0, line: line(of: name) ?? 1) }
  }
}
