import CleanseFindingReports
import CleanseSupport

/// The maintainer of a Debian package: a name and an address, as in `Ann Example <ann@example.org>`.
struct DebianMaintainer: CustomStringConvertible {
  /// The environment variables of Debian's own tools.
  static let variables = ["DEBFULLNAME", "DEBEMAIL", "EMAIL"]

  let description: String

  /// The maintainer of the variables, or an author who has an address.
  ///
  /// - Throws: A ``CommandFailure`` if there is no address.
  init(
    _ environment: [String: String], authors: [String]
  ) throws(CommandFailure) {
    let address = [environment["DEBEMAIL"], environment["EMAIL"]].lazy.compactMap(\.self)
      .first { !$0.isEmpty }
    let author = authors.first ?? ""
    let name = environment["DEBFULLNAME"] ?? author.prefix { $0 != "<" }.trimmingBlanks
    let candidates = [address.map { "\(name) <\($0)>" }, address] + authors
    guard let found = candidates.lazy.compactMap(\.self).first(where: Self.isMaintainer) else {
      throw CommandFailure(
        "a Debian package requires the name and the address of its maintainer",
        hints: [
          "set the variables DEBFULLNAME and DEBEMAIL, or write an author of the plugin as"
            + " `Ann Example <ann@example.org>`"
        ])
    }
    description = found
  }

  /// Whether a text is a name and an address in angle brackets, in one line.
  private static func isMaintainer(_ text: String) -> Bool {
    guard (try? LineRules.checkLine(text)) != nil else { return false }
    return text.wholeMatch(of: #/[^<>,@]*[^<>,@ ] <[^<>,@ ]+@[^<>,@ ]+>/#) != nil
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    split(separator: " ").joined(separator: " ")
  }
}
