/// A version as of Semantic Versioning 2.0.0 (<https://semver.org/spec/v2.0.0.html>).
///
/// Two versions that differ in build metadata alone have the same precedence (§10 of that
/// document), and are equal here too, so that `<`, `==` and `>` exclude each other.
public struct SemanticVersion: Sendable {
  /// Counts changes that break users.
  public let major: Int
  /// Counts additions; it starts anew with `major`.
  public let minor: Int
  /// Counts corrections; it starts anew with `minor`.
  public let patch: Int
  /// The dot-separated parts behind the hyphen; empty for a release.
  public let prerelease: [String]
  /// The dot-separated parts behind the plus sign.
  public let build: [String]

  /// Makes a version of parts that the parser has checked.
  init(major: Int, minor: Int, patch: Int, prerelease: [String], build: [String]) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Whether the version comes before the release of the same three numbers.
  public var isPrerelease: Bool { !prerelease.isEmpty }

  /// The three numbers, which a pre-release shares with its release.
  var core: [Int] { [major, minor, patch] }
}

extension SemanticVersion: Comparable {
  /// Precedence as of §11.
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

  /// Compares two parts of a pre-release: numbers by value and before words, words by their bytes.
  ///
  /// A number has no leading zero, so a longer one is larger; comparing digits keeps numbers of
  /// any length from overflowing.
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
  /// The text that the version was parsed from.
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
