/// Which versions of something a dependent can work with, such as `>=1.0.0 <2.0.0`.
public struct VersionRange: Hashable, Sendable {
  /// What all have to hold; never empty.
  let comparators: [VersionComparator]

  /// Parses comparators that are separated by spaces, each of them `=`, `<`, `<=`, `>` or `>=`
  /// directly followed by a version. A bare version is the same as one behind `=`.
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

  /// Whether the range allows the version.
  ///
  /// Every comparator has to hold by precedence. A pre-release is moreover allowed only where some
  /// comparator names a pre-release of the same three numbers: `<2.0.0` is meant to keep the next
  /// major version out, and `2.0.0-rc.1`, which comes before 2.0.0, has all of its changes already.
  public func contains(_ version: SemanticVersion) -> Bool {
    guard comparators.allSatisfy({ $0.holds(for: version) }) else { return false }
    return !version.isPrerelease
      || comparators.contains { $0.version.isPrerelease && $0.version.core == version.core }
  }
}

extension VersionRange: CustomStringConvertible {
  /// The comparators, separated by one space each.
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
