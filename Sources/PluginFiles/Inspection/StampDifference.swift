import PluginMetadata

/// A field in which a plugin's stamp differs from the host's.
package struct StampDifference: Equatable, CustomStringConvertible {
  let field: String
  let host: String?
  let plugin: String?

  package var description: String {
    "\(field): the host has \(host ?? "none"), the plugin has \(plugin ?? "none")"
  }

  /// The fields that have to match and differ, in a fixed order.
  ///
  /// Only Swift code depends on the framework's layout and on the compiler; code in other languages uses the
  /// C interface. The version of that interface is not compared here, because a difference has a finding of
  /// its own.
  static func between(host: ABIStamp, plugin: ABIStamp) -> [StampDifference] {
    var fields: [(String, String?, String?)] = [
      ("architecture", host.architecture, plugin.architecture)
    ]
    if plugin.language == "swift" {
      fields += [
        ("framework", host.framework, plugin.framework),
        ("interface", host.interface, plugin.interface),
        ("compiler", host.compiler, plugin.compiler),
      ]
    }
    return fields.filter { $0.1 != $0.2 }.map { name, ofHost, ofPlugin in
      guard name == "interface" else {
        return StampDifference(field: name, host: ofHost, plugin: ofPlugin)
      }
      return StampDifference(field: name, host: interface(of: host), plugin: interface(of: plugin))
    }
  }

  /// The digest, with the revision that people can look for.
  private static func interface(of stamp: ABIStamp) -> String? {
    stamp.interface.map { digest in
      stamp.revision.map { "\(digest) (\($0))" } ?? digest
    }
  }
}
