public import CleanseSupport

/// The type of an option: which values it accepts.
public indirect enum OptionType: Hashable, Sendable {
  /// `true` or `false`.
  case bool
  /// A whole number in a range.
  case int(ClosedRange<Int>)
  /// A finite number in a range.
  case double(ClosedRange<Double>)
  /// A text without null characters.
  case string
  /// One of these texts.
  case choice([String])
  /// The address of a listening socket.
  case socket
  /// A list of values of one type, which is not a list.
  case list(OptionType)

  /// Returns a given value as one of this type: a whole number can be given for a `double`.
  ///
  /// - Parameter isSecret: Whether messages must not show the value.
  /// - Throws: A ``ManifestError`` for a value that the type does not accept, with the index of the element of a list as
  ///   its field.
  public func value(
    of given: OptionValue, isSecret: Bool = false
  ) throws(ManifestError) -> OptionValue {
    switch (self, given) {
    case (.bool, .bool), (.string, .string): break
    case (.int(let range), .int(let number)) where range.contains(number): break
    case (.double(let range), .double(let number)) where range.contains(number): break
    case (.double(let range), .int(let number)) where range.contains(Double(number)):
      return .double(Double(number))
    case (.choice(let choices), .string(let text)) where choices.contains(text): break
    case (.socket, .string(let text)) where SocketAddress(text) != nil: break
    // As in JSON Schema, 1.0 is a whole number.
    case (.int(let range), .double(let number)) where Self.whole(number, in: range) != nil:
      return Self.whole(number, in: range).map(OptionValue.int) ?? given
    case (.list(let type), .list(let elements)): return try type.list(of: elements, isSecret)
    case (.int, .double(let number))
    where number == number.rounded() && Int(exactly: number) == nil:
      throw ManifestError(message: "must be \(expectation), and at most 64 bits long")
    case (.bool, .string), (.int, .string), (.double, .string):
      // In JSON, "1" is not 1.
      let text = given.described(isSecret: isSecret)
      throw mismatch(isSecret ? text : "the string \(text)")
    case (.socket, .string(let text)):
      let flaw = SocketAddress.flaw(of: text).map { ", \($0)" } ?? ""
      throw mismatch(given.described(isSecret: isSecret) + flaw)
    default: throw mismatch(given.described(isSecret: isSecret))
    }
    if case .string(let text) = given, text.utf8.contains(0) {
      throw ManifestError(message: "has a null character")
    }
    return given
  }

  /// The whole number that is equal to a number; nil if there is none in the range.
  private static func whole(_ number: Double, in range: ClosedRange<Int>) -> Int? {
    Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
  }

  private func list(
    of elements: [OptionValue], _ isSecret: Bool
  ) throws(ManifestError) -> OptionValue {
    var values: [OptionValue] = []
    for (index, element) in elements.enumerated() {
      values.append(try inField("[\(index)]", value(of: element, isSecret: isSecret)))
    }
    return .list(values)
  }

  /// Reads the value that a text of the command line or the environment gives.
  ///
  /// The elements of a list are separated by commas; or the text is a JSON array, which begins with `[`.
  ///
  /// - Throws: A ``ManifestError`` as ``value(of:isSecret:)``.
  public func value(of text: String, isSecret: Bool = false) throws(ManifestError) -> OptionValue {
    guard case .list(let type) = self else { return try element(text, isSecret) }
    guard !text.hasPrefix("[") else {
      var reader = JSONReader(Array(text.utf8))
      guard let given = (try? reader.readDocument()).flatMap(OptionValue.init(_:)) else {
        throw ManifestError(message: "must be a JSON array, as it begins with `[`")
      }
      return try value(of: given, isSecret: isSecret)
    }
    guard !text.isEmpty else { return .list([]) }
    var values: [OptionValue] = []
    for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      values.append(try inField("[\(index)]", type.element(String(part), isSecret)))
    }
    return .list(values)
  }

  private func element(_ text: String, _ isSecret: Bool) throws(ManifestError) -> OptionValue {
    let given: OptionValue? =
      switch self {
      case .bool: Bool(text).map(OptionValue.bool)
      case .int: Int(text).map(OptionValue.int) ?? Self.number(text)
      case .double: Self.number(text)
      case .string, .choice, .socket: .string(text)
      case .list: nil
      }
    guard let given else {
      throw mismatch(OptionValue.string(text).described(isSecret: isSecret))
    }
    return try value(of: given, isSecret: isSecret)
  }

  private static func number(_ text: String) -> OptionValue? {
    Double(text).flatMap { $0.isFinite ? OptionValue.double($0) : nil }
  }

  private func mismatch(_ found: String) -> ManifestError {
    ManifestError(message: "must be \(expectation), not \(found)")
  }

  /// A noun phrase for the accepted values.
  package var expectation: String {
    switch self {
    case .bool: "true or false"
    case .int(let range):
      "a whole number" + Self.limits(range, isUnlimited: (.min, .max)) { "\($0)" }
    case .double(let range):
      "a number" + Self.limits(range, isUnlimited: Self.anyDouble) { OptionValue.double($0).text }
    case .string: "a string"
    case .choice(let choices): Self.alternatives(choices)
    case .socket: "an address: \(SocketAddress.forms)"
    case .list(let type): "a list of \(type.plural)"
    }
  }

  private var plural: String {
    switch self {
    case .bool: "Boolean values"
    case .int: "whole numbers"
    case .double: "numbers"
    case .string, .list: "strings"
    case .socket: "addresses"
    case .choice(let choices): "the values \(Self.alternatives(choices))"
    }
  }

  /// Every finite number.
  static let anyDouble = (
    -Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude
  )

  /// Every integer.
  static let anyInt = (Int.min, Int.max)

  private static func limits<Bound: Equatable>(
    _ range: ClosedRange<Bound>, isUnlimited limits: (Bound, Bound), _ text: (Bound) -> String
  ) -> String {
    switch (range.lowerBound == limits.0, range.upperBound == limits.1) {
    case (true, true): ""
    case (false, true): " of at least \(text(range.lowerBound))"
    case (true, false): " of at most \(text(range.upperBound))"
    case (false, false): " from \(text(range.lowerBound)) to \(text(range.upperBound))"
    }
  }

  private static func alternatives(_ choices: [String]) -> String {
    let quoted = choices.map(\.quoted)
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The name in `plugin.json`.
  public var name: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .choice: "enum"
    case .socket: "socket"
    case .list(let type): type.name + "[]"
    }
  }

  /// The smallest and the largest number; nil for an unlimited side and for other types.
  public var limits: (minimum: OptionValue?, maximum: OptionValue?) {
    switch self {
    case .int(let range):
      (
        range.lowerBound == .min ? nil : .int(range.lowerBound),
        range.upperBound == .max ? nil : .int(range.upperBound)
      )
    case .double(let range):
      (
        range.lowerBound == Self.anyDouble.0 ? nil : .double(range.lowerBound),
        range.upperBound == Self.anyDouble.1 ? nil : .double(range.upperBound)
      )
    case .list(let type): type.limits
    case .bool, .string, .choice, .socket: (nil, nil)
    }
  }

  /// The values of an enumeration; nil for other types.
  public var choices: [String]? {
    switch self {
    case .choice(let choices): choices
    case .list(let type): type.choices
    case .bool, .int, .double, .string, .socket: nil
    }
  }

  /// Some value of the type. A graph that is only validated needs values whose contents don't matter.
  package var anyValue: OptionValue {
    switch self {
    case .bool: .bool(false)
    case .int(let range): .int(range.contains(0) ? 0 : range.lowerBound)
    case .double(let range): .double(range.contains(0) ? 0 : range.lowerBound)
    case .string: .string("")
    case .choice(let choices): .string(choices.first ?? "")
    case .socket: .string("127.0.0.1:0")
    case .list: .list([])
    }
  }
}
