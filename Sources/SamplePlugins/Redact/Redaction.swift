/// A match, with its replacement.
struct Redaction: Hashable {
  enum Kind: String {
    case mail, card, ipv4, ipv6

    var replacement: String {
      switch self {
      case .mail: "[mail]"
      case .card: "[card]"
      case .ipv4: "[ipv4]"
      case .ipv6: "[ipv6]"
      }
    }
  }

  var kind: Kind
  /// The bytes of the line that it replaces.
  var range: Range<Int>
}
