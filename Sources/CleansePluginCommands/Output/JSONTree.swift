import CleansePluginHost

/// A JSON value, for documents whose members are known only at run time.
indirect enum JSONTree: Encodable, Sendable, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  case value(OptionValue)
  case array([JSONTree])
  case object([String: JSONTree])

  init(stringLiteral value: String) { self = .value(.string(value)) }
  init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
  init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }

  static func strings(_ texts: [String]) -> JSONTree {
    .array(texts.map { .value(.string($0)) })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
