package import CleansePluginMetadata
package import CleanseSupport

extension PolicyFile {
  /// The members of an object that allow an access.
  public struct Access: Hashable, Sendable {
    /// What they allow.
    package let access: SystemAccess
    /// The lines of the members, by name.
    private let lines: [String: Int]

    /// Reads the members of an object.
    ///
    /// - Parameter others: The names of its other members.
    /// - Throws: A `ManifestError`, also for a member with another name.
    package init(_ fields: JSONFields, besides others: [String] = []) throws(ManifestError) {
      try fields.rejectUnknown(known: others + SystemAccess.keys)
      access = try SystemAccess(members: fields)
      lines = Dictionary(
        keepingFirst: SystemAccess.keys.compactMap { key in fields.line(of: key).map { (key, $0) } }
      )
    }

    /// The line of a member; that of one with a dot in its name is the line of the object that has it.
    package func line(of member: String) -> Int? {
      lines[String(member.prefix { $0 != "." })]
    }
  }
}
