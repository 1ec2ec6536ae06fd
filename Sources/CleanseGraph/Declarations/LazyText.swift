/// A text that may be made each time it is read: most texts of a graph never are.
@frozen package enum LazyText: Sendable {
  case text(String)
  case description(of: any TextSource)
}

/// An object that describes itself, always with the same text.
package protocol TextSource: AnyObject, Sendable, CustomStringConvertible {}

extension LazyText: Hashable, Codable, CustomStringConvertible {
  package var description: String {
    switch self {
    case .text(let text): text
    case .description(let source): source.description
    }
  }

  package static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }

  package init(from decoder: any Decoder) throws {
    self = .text(try String(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
