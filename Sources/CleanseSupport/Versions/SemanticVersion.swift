/// A version as defined by Semantic Versioning 2.0.0 (<https://semver.org/spec/v2.0.0.html>).
///
/// Two versions that differ only in build metadata have the same precedence (§10). They also compare
/// equal, so that exactly one of `<`, `==` and `>` holds.
public struct SemanticVersion: Sendable {
  /// The major version, incremented for incompatible changes.
  public let major: Int
  /// The minor version, incremented for compatible additions.
  public let minor: Int
  /// The patch version, incremented for compatible bug fixes.
  public let patch: Int
  /// The dot-separated identifiers after the hyphen; empty for a release.
  public let prerelease: [String]
  /// The dot-separated identifiers after the plus sign.
  public let build: [String]

  /// Creates a version from parts that the parser has validated.
  init(major: Int, minor: Int, patch: Int, prerelease: [String], build: [String]) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Whether the version is a pre-release, which precedes the release of the same three numbers.
  public var isPrerelease: Bool { !prerelease.isEmpty }

  /// The three numbers, which a pre-release shares with its release.
  var core: [Int] { [major, minor, patch] }
}

extension SemanticVersion: Comparable {
  /// Compares by precedence (§11).
  public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.core != right.core { return left.core.lexicographicallyPrecedes(right.core) }
    guard left.isPrerelease, right.isPrerelease else {
      return left.isPrerelease && right.isPrerelease == false
    }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease, by: part(_:precedes:))
  }

  public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.core == right.core && left.prerelease == right.prerelease
  }

  /// Compares two pre-release identifiers: numbers by value and before words, words by their bytes.
  ///
  /// A number has no leading zero, so a longer one is larger. Comparing digits works for numbers of
  /// any length.
  private static func part(_ left: String, precedes right: String) -> Bool {
    switch (left.isNumeric, right.isNumeric) {
    case (true, true) where left.utf8.count != right.utf8.count:
      return left.utf8.count < right.utf8.count
    case (true, false): return true
    case (false, true): return false
    default: return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension SemanticVersion: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(core)
    hasher.combine(prerelease)
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The version as it was written.
  public var description: String {
    var text = "\(major).\(minor).\(patch)"
    if !prerelease.isEmpty { text += "-" + prerelease.joined(separator: ".") }
    if !build.isEmpty { text += "+" + build.joined(separator: ".") }
    return text
  }
}

extension SemanticVersion: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
