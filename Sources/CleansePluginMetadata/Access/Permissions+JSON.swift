package import CleanseSupport

/// The members of the object `permissions` in policy files: those of an access, `exec` and `memory`.
extension Permissions {
  /// Reads an object.
  package init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: SystemAccess.keys + ["exec", "memory"])
    let programs = try SystemAccess.limited(fields.optionalStrings("exec"), "exec")
    try self.init(
      SystemAccess(members: fields), executing: programs, memory: Self.memory(in: fields))
  }

  static func memory(
    in fields: JSONFields, atLeast least: Int = leastMemory
  ) throws(ManifestError) -> Int? {
    guard let text = try fields.optionalString("memory") else { return nil }
    guard let bytes = bytes(text), bytes >= least else {
      throw ManifestError(
        field: "memory",
        message: "must be a size of at least \(least >> 20) MiB, such as `512 MiB` or `2 GiB`, "
          + "not \(text.quoted)")
    }
    return bytes
  }

  private static let units = ["MiB": 1 << 20, "GiB": 1 << 30]

  /// The number of bytes of a size with its unit; nil for anything else.
  private static func bytes(_ text: String) -> Int? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let unit = units[String(words[1])],
      words[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int(words[0])
    else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    return isTooLarge ? nil : bytes
  }
}

extension Permissions: Encodable {
  private enum CodingKeys: String, CodingKey {
    case exec, memory
  }

  /// Writes only what is allowed.
  public func encode(to encoder: any Encoder) throws {
    try access.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !executable.isEmpty { try container.encode(executable.sorted(), forKey: .exec) }
    if let memory { try container.encode("\(memory >> 20) MiB", forKey: .memory) }
  }
}
