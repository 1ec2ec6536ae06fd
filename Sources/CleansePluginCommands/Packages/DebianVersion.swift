import CleanseFindingReports
import CleanseSupport

/// A version of a Debian package, which is ordered as the semantic version that it is made of.
///
/// A tilde precedes a pre-release, as Debian sorts it before the release. A hyphen would separate a revision of the package.
/// (Debian Policy, 5.6.12.)
struct DebianVersion: CustomStringConvertible {
  let description: String

  /// - Throws: A ``CommandFailure`` for a version with a hyphen within the pre-release or the build metadata.
  init(_ version: SemanticVersion) throws(CommandFailure) {
    let parts = version.prerelease + version.build
    guard !parts.contains(where: { $0.utf8.contains(UInt8(ascii: "-")) }) else {
      throw CommandFailure(
        "\("\(version)".quoted) can't be the version of a Debian package",
        hints: ["a part of it after the first hyphen or the plus sign has a hyphen"])
    }
    var text = "\(version.major).\(version.minor).\(version.patch)"
    if version.isPrerelease { text += "~" + version.prerelease.joined(separator: ".") }
    if !version.build.isEmpty { text += "+" + version.build.joined(separator: ".") }
    description = text
  }
}

extension VersionRange {
  /// The dependencies on the versions of a package in the range.
  ///
  /// - Throws: A ``CommandFailure`` for a version that Debian can't have.
  func dependencies(on package: String) throws(CommandFailure) -> [String] {
    var dependencies: [String] = []
    for comparator in comparators {
      dependencies.append("\(package) (\(try comparator.debianRelation))")
    }
    return dependencies
  }
}

extension VersionComparator {
  /// The condition in the notation of Debian. The pre-releases of an excluded version are excluded with it.
  fileprivate var debianRelation: String {
    get throws(CommandFailure) {
      let version = try DebianVersion(self.version)
      return switch relation {
      case .atLeast: ">= \(version)"
      case .atMost: "<= \(version)"
      case .above: ">> \(version)"
      case .below: "<< \(version)\(self.version.isPrerelease ? "" : "~")"
      case .exactly: "= \(version)"
      }
    }
  }
}
