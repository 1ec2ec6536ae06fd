/// One condition of a ``VersionRange``.
struct VersionComparator: Hashable, Sendable, CustomStringConvertible {
  /// How a version has to stand to the comparator's own; the raw value is how it is written.
  ///
  /// The longer spellings come first, as the parser takes the first that fits.
  enum Relation: String, Hashable, Sendable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case exactly = "="
  }

  let relation: Relation
  let version: SemanticVersion

  /// Parses a comparator without any space in it.
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

  /// Whether the condition holds, by precedence alone.
  func holds(for candidate: SemanticVersion) -> Bool {
    switch relation {
    case .atLeast: candidate >= version
    case .atMost: candidate <= version
    case .above: candidate > version
    case .below: candidate < version
    case .exactly: candidate == version
    }
  }

  var description: String { relation.rawValue + version.description }
}
