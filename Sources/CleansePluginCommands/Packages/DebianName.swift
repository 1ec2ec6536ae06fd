import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// Names of Debian packages: those of plugins and contracts, and the virtual ones by which these depend on what they need.
///
/// A plus sign is in no identifier, so no virtual name is that of another package. Documentation/Deploying.md describes them.
enum DebianName {
  /// The package of a plugin.
  static func plugin(_ identifier: String) throws(CommandFailure) -> String {
    "cleanse-plugin-" + (try checked(identifier))
  }

  /// The package of the library of a contract.
  static func contract(_ identifier: String) throws(CommandFailure) -> String {
    "cleanse-contract-" + (try checked(identifier))
  }

  /// The virtual package of the versions of a contract that are compatible with one another.
  static func versions(of contract: Contract) throws(CommandFailure) -> String {
    let version = contract.version
    let number = version.major > 0 ? "\(version.major)" : "0.\(version.minor)"
    return "\(try self.contract(contract.identifier))+\(number)"
  }

  /// The virtual package of a build of a contract.
  static func build(of contract: Contract) throws(CommandFailure) -> String {
    "\(try self.contract(contract.identifier))+build-\(try checked(contract.build))"
  }

  /// The virtual package of a recorded version of the framework's ABI.
  static func abi(_ version: String) throws(CommandFailure) -> String {
    "cleanse-abi-" + (try checked(version))
  }

  /// The virtual package of a version of the C interface.
  static func interface(_ version: Int) -> String { "cleanse-c-\(version)" }

  /// The virtual package of a release of the Swift compiler, as in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  static func compiler(_ compiler: String) throws(CommandFailure) -> String {
    let words = compiler.split(separator: " ")
    guard words.count == 4, compiler == "Swift version \(words[2]) (swift-\(words[2])-RELEASE)"
    else {
      throw CommandFailure(
        "no package can depend on the compiler \(compiler.quoted)",
        hints: ["use a release of Swift"])
    }
    return "cleanse-swift-" + (try checked(String(words[2])))
  }

  /// A part of a name. Debian allows lower-case letters, digits, and the signs of identifiers and versions.
  private static func checked(_ text: String) throws(CommandFailure) -> String {
    let isAllowed = text.utf8.allSatisfy { byte in
      byte.isLowercaseLetterOrDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard isAllowed, text.utf8.count <= longest else {
      throw CommandFailure(
        "\(text.quoted) can't be a part of the name of a Debian package",
        hints: [
          "such a name has lower-case letters, digits, dots and hyphens, and at most \(longest) of them here"
        ])
    }
    return text
  }

  /// The longest part of a name, in bytes, with which the name of the package's file is not too long.
  private static let longest = 128
}

extension UInt8 {
  fileprivate var isLowercaseLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
