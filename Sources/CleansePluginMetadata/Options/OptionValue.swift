package import CleanseSupport
internal import FoundationEssentials

/// The value of an option of a plugin.
public enum OptionValue: Hashable, Sendable {
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction; always finite.
  case double(Double)
  /// A text, or one of the values of an enumeration.
  case string(String)
  /// The elements of a list, all of one type.
  case list([OptionValue])
}

extension OptionValue {
  /// Reads a JSON value; nil for `null`, an object, a nested array, or a number that a `Double` can't hold.
  package init?(_ json: JSONValue) {
    switch json.content {
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value):
      guard value.isFinite else { return nil }
      self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements):
      let values = elements.compactMap(OptionValue.init(_:))
      let isFlat = values.allSatisfy { if case .list = $0 { false } else { true } }
      guard values.count == elements.count, isFlat else { return nil }
      self = .list(values)
    case .null, .object: return nil
    }
  }

  /// The value as `--set` accepts it: a list is separated by commas, or a JSON array if that would be ambiguous.
  public var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value):
      // As people write it: 2, not 2.0.
      Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .string(let value): value
    case .list(let elements): Self.text(of: elements)
    }
  }

  private static func text(of elements: [OptionValue]) -> String {
    let texts = elements.map(\.text)
    let isPlain = texts.allSatisfy { !$0.isEmpty && !$0.contains(",") }
    if isPlain, texts.first?.hasPrefix("[") != true { return texts.joined(separator: ",") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Texts and finite numbers can always be encoded.
    return (try? encoder.encode(elements)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The kind of the value with its article, and the value unless it is secret, for messages.
  func described(isSecret: Bool) -> String {
    switch self {
    case .bool(let value): "\(value)"
    case .int where isSecret, .double where isSecret: "a number"
    case .int(let value): "\(value)"
    case .double: text
    case .string where isSecret: "a string"
    case .string(let value): value.quoted
    case .list: "a list"
    }
  }
}

/// The JSON value of the same kind.
extension OptionValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      self = .list(try container.decode([OptionValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let elements): try container.encode(elements)
    }
  }
}
