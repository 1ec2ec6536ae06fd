/// One condition of a ``VersionRange``.
package struct VersionComparator: Hashable, Sendable, CustomStringConvertible {
  /// The required relation of a version to the comparator's version; the raw value is the operator.
  ///
  /// Longer operators come first, because the parser uses the first that matches.
  package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// The version or a later one.
    case atLeast = ">="
    /// The version or an earlier one.
    case atMost = "<="
    /// A later version.
    case above = ">"
    /// An earlier version.
    case below = "<"
    /// The version itself.
    case exactly = "="
  }

  /// How a version has to compare with ``version``.
  package let relation: Relation
  /// The version that it is compared with.
  package let version: SemanticVersion

  /// Parses a comparator, which contains no spaces.
  init(_ text: String) throws(FieldError) {
    let relation = Relation.allCases.first { text.hasPrefix($0.rawValue) }
    let version = text.dropFirst(relation?.rawValue.count ?? 0)
    if let relation, version.isEmpty {
      throw FieldError(
        message: "`\(relation.rawValue)` lacks a version; no space may follow it, as in "
          + "`\(relation.rawValue)1.0.0`")
    }
    self.relation = relation ?? .exactly
    self.version = try SemanticVersion(String(version))
  }

  /// Whether the condition holds. Only precedence is compared.
  func holds(for candidate: SemanticVersion) -> Bool {
    switch relation {
    case .atLeast: candidate >= version
    case .atMost: candidate <= version
    case .above: candidate > version
    case .below: candidate < version
    case .exactly: candidate == version
    }
  }

  /// The operator and the version, as in `>=1.0.0`.
  package var description: String { relation.rawValue + version.description }
}
