import CleansePluginMetadata

/// A field in which a plugin's stamp differs from the host's.
package struct StampDifference: Equatable, CustomStringConvertible {
  let field: String
  let host: String?
  let plugin: String?
  /// The version of the framework whose host loads the plugin, if it is newer than the host.
  var newerFramework: String? = nil

  /// The name of the field whose host value is a list of the versions that the host can load.
  static let frameworkABI = "framework ABI"

  package var description: String {
    guard field == Self.frameworkABI else {
      return "\(field): the host has \(host ?? "none"), the plugin has \(plugin ?? "none")"
    }
    return "\(field): the host runs plugins of \(host ?? "no recorded version"), "
      + "the plugin has \(plugin ?? "none")"
  }

  /// The fields that prevent the host from loading the plugin, in a fixed order.
  ///
  /// Only Swift code depends on the framework's ABI and on the compiler; code in other languages uses the C interface.
  /// The version of that interface is not compared here, because a difference has a finding of its own.
  ///
  /// - Parameters:
  ///   - runs: The recorded versions of the framework's ABI whose plugins the host can load.
  ///   - allowsSimilarCompiler: Whether the compilers may differ in their patch level.
  static func between(
    host: ABIStamp, running runs: [String], allowsSimilarCompiler: Bool = false, plugin: ABIStamp
  ) -> [StampDifference] {
    var differences: [StampDifference] = []
    func compare(_ field: String, _ host: String?, _ plugin: String?) {
      guard host != plugin else { return }
      differences.append(StampDifference(field: field, host: host, plugin: plugin))
    }
    compare("architecture", host.architecture, plugin.architecture)
    guard plugin.language == "swift" else { return differences }
    if plugin.interface != host.interface {
      if let abi = plugin.frameworkABI {
        if !runs.contains(abi) {
          let isNewer = runs.allSatisfy { isVersion($0, before: abi) }
          differences.append(
            StampDifference(
              field: frameworkABI, host: list(runs),
              plugin: plugin.framework.map { "\(abi) (Cleanse \($0))" } ?? abi,
              newerFramework: isNewer ? plugin.framework : nil))
        }
      } else {
        // The digest, with the revision that people can look for.
        compare("interface", interface(of: host), interface(of: plugin))
      }
    }
    if !(allowsSimilarCompiler && plugin.hasSimilarCompiler(to: host)) {
      compare("compiler", host.compiler, plugin.compiler)
    }
    return differences
  }

  /// Whether a version of two numbers comes before another.
  private static func isVersion(_ version: String, before other: String) -> Bool {
    let (left, right) = (version.split(separator: "."), other.split(separator: "."))
    return left.map { Int($0) ?? 0 }.lexicographicallyPrecedes(right.map { Int($0) ?? 0 })
  }

  private static func list(_ versions: [String]) -> String? {
    versions.isEmpty ? nil : versions.joined(separator: ", ")
  }

  private static func interface(of stamp: ABIStamp) -> String? {
    stamp.interface.map { digest in
      stamp.revision.map { "\(digest) (\($0))" } ?? digest
    }
  }
}

extension ABIStamp {
  /// Whether the compilers have the same major and minor version.
  func hasSimilarCompiler(to other: ABIStamp) -> Bool {
    guard let own = minorVersion, let others = other.minorVersion else { return false }
    return own == others
  }

  /// The first two numbers of the compiler's version, as in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  private var minorVersion: [Substring]? {
    let prefix = "Swift version "
    guard let compiler, compiler.hasPrefix(prefix) else { return nil }
    let version = compiler.dropFirst(prefix.count).prefix {
      $0.isASCII && ($0.isNumber || $0 == ".")
    }
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).prefix(2)
    return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty } ? Array(numbers) : nil
  }
}
