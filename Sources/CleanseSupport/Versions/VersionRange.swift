/// A range of versions that satisfies a dependent, such as `>=1.0.0 <2.0.0`.
public struct VersionRange: Hashable, Sendable {
  /// The conditions, all of which have to hold; never empty.
  package let comparators: [VersionComparator]

  /// Parses comparators that are separated by spaces, each of them `=`, `<`, `<=`, `>` or `>=`
  /// directly followed by a version. A bare version means the same as one after `=`.
  ///
  /// - Throws: A ``FieldError`` without a field.
  public init(_ text: String) throws(FieldError) {
    guard text.utf8.count <= SemanticVersion.longest else {
      throw FieldError(message: "is longer than \(SemanticVersion.longest) bytes")
    }
    var comparators: [VersionComparator] = []
    for word in text.split(separator: " ") {
      comparators.append(try VersionComparator(String(word)))
    }
    guard !comparators.isEmpty else {
      throw FieldError(message: "is empty; a range is written as in `>=1.0.0 <2.0.0`")
    }
    self.comparators = comparators
  }

  /// Whether the range contains the version.
  ///
  /// Every comparator has to hold. In addition, a pre-release is contained only if some comparator
  /// names a pre-release of the same three numbers: `<2.0.0` is meant to exclude the next major
  /// version, and `2.0.0-rc.1`, which precedes 2.0.0, already has its changes.
  public func contains(_ version: SemanticVersion) -> Bool {
    guard comparators.allSatisfy({ $0.holds(for: version) }) else { return false }
    return !version.isPrerelease
      || comparators.contains { $0.version.isPrerelease && $0.version.core == version.core }
  }
}

extension VersionRange: CustomStringConvertible {
  /// The comparators, separated by single spaces.
  public var description: String {
    comparators.map(\.description).joined(separator: " ")
  }
}

extension VersionRange: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
