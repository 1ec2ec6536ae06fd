import GraphAnalysis
import PluginMetadata
import CleanseGraph
import CleanseSupport

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
    let name = name ?? path
    let json: [UInt8]
    do throws(DocumentError) {
      json = try DocumentFile.read(path, name: name, limit: Self.sizeLimit)
    } catch {
      throw PolicyFileError(error)
    }
    do throws(ManifestError) {
      self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) {
        fields throws(ManifestError) in
        try PolicyFile(fields, name: name)
      }
    } catch {
      throw PolicyFileError(error, in: name)
    }
  }

  private init(_ fields: JSONFields, name: String) throws(ManifestError) {
    self.init(name: name)
    try Self.checkSchema(fields)
    try fields.rejectUnknown(known: [
      "schema", "directories", "severities", "trust", "lock", "strict", "baseline", "deadline",
    ])
    directories = fields.member("directories", try fields.optionalPaths("directories"))
      .map(resolved)
    severities = try fields.optionalObject("severities", make: Self.severities) ?? [:]
    isStrict = fields.member("strict", try fields.optionalBoolean("strict"))
    baseline = fields.member("baseline", try fields.optionalPath("baseline")).map(resolved)
    deadline = fields.member("deadline", try Self.deadline(fields))
    if let trust = try fields.optionalObject("trust", make: Self.trust) {
      (requiresSigned, allowsInsecure) = (trust.requiresSigned, trust.allowsInsecure)
      allowsSimilarCompiler = trust.allowsSimilarCompiler
      trustedKeys = trust.trustedKeys.map(resolved)
    }
    if let lock = try fields.optionalObject("lock", make: Self.lock) {
      let standard = fields.member("lock", PluginLock.fileName)
      (lockFile, isLocked) = ((lock.file ?? standard).map(resolved), lock.isLocked)
    }
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
