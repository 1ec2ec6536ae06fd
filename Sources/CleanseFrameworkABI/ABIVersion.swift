/// A version of the framework's ABI, such as 1.3: a host of 1.3 runs plugins of 1.0 to 1.3.
package struct ABIVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  let major: Int
  let minor: Int

  /// Reads two decimal numbers with a dot between them; nil for any other text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.count <= 6 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        && (part == "0" || part.first != "0")
    }
    guard parts.count == 2, isPlain, let major = Int(parts[0]), let minor = Int(parts[1]) else {
      return nil
    }
    (self.major, self.minor) = (major, minor)
  }

  /// Whether breaking changes are allowed, as long as they are documented.
  var isProvisional: Bool { major == 0 }

  package static func < (left: ABIVersion, right: ABIVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  package var description: String { "\(major).\(minor)" }
}
