/// A member that a protocol requires, as its interface declares it.
struct ProtocolRequirement: Equatable {
  private enum Kind { case function, property, variable }

  /// The declaration without accessors.
  let head: String
  private let kind: Kind
  /// The effects of a property's accessor, such as `async throws`.
  private let effects: String
  /// The type of the result; nil if there is none.
  private let result: String?

  /// - Parameter line: A declaration in one line.
  /// - Returns: Nil for one that can't be implemented without further knowledge, such as an initializer.
  init?(_ line: String) {
    head = Self.head(of: line)
    let words = head.split(separator: " ")
    if words.contains("func") {
      (kind, effects, result) = (.function, "", Self.result(of: head))
    } else if words.contains("var"), let colon = head.firstRange(of: ": ") {
      let accessors = line.dropFirst(head.count).split { " {}".contains($0) }
      kind = accessors.contains("set") ? .variable : .property
      effects = accessors.drop { $0 != "get" }.dropFirst().prefix { $0 != "set" }
        .joined(separator: " ")
      result = String(head[colon.upperBound...])
    } else {
      return nil
    }
  }

  /// The declaration in a line, without accessors and without a body.
  static func head(of line: String) -> String {
    let end = line.firstRange(of: " {")?.lowerBound ?? line.endIndex
    return String(line[..<end])
  }

  /// The type after the arrow of the function itself, not of a parameter.
  private static func result(of head: String) -> String? {
    var depth = 0
    var previous: Character = " "
    for index in head.indices {
      let character = head[index]
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous == "-" && depth == 0:
        let type = head[head.index(after: index)...].drop { $0 == " " }
        return String(type.firstRange(of: " where ").map { type[..<$0.lowerBound] } ?? type)
      default: break
      }
      previous = character
    }
    return nil
  }

  /// An implementation that does nothing, in lines.
  ///
  /// Of a type without a known value, only a call that never returns compiles. It is part of the written source, where the author
  /// replaces it.
  ///
  /// - Parameter text: The expression for a text.
  func implementation(text: String) -> [String] {
    let value = result.map { Self.value(of: $0, text) ?? "fatalError(\"not written yet\")" }
    switch kind {
    case .function: return body(head, value)
    case .property where effects.isEmpty: return body(head, value)
    case .property: return ["\(head) {"] + body("  get \(effects)", value) + ["}"]
    // Evaluated before the properties of the type can be used.
    case .variable:
      return ["\(head) = \(Self.value(of: result ?? "", "\"\"") ?? "fatalError()")"]
    }
  }

  private func body(_ head: String, _ value: String?) -> [String] {
    guard let value, value != "()" else { return ["\(head) {}"] }
    let line = "\(head) { \(value) }"
    let indentation = String(head.prefix { $0 == " " })
    return line.count <= 96 ? [line] : ["\(head) {", "\(indentation)  \(value)", "\(indentation)}"]
  }

  /// The number types of the standard library.
  private static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "UInt128", "Double", "Float",
  ]

  /// A value of a type; nil if none is known.
  private static func value(of type: String, _ text: String) -> String? {
    let name = type.hasPrefix("Swift.") ? String(type.dropFirst("Swift.".count)) : type
    if name.hasSuffix("?") { return "nil" }
    if name.hasPrefix("Set<") { return "[]" }
    if name.hasPrefix("[") { return isDictionary(name) ? "[:]" : "[]" }
    if numbers.contains(name) { return "0" }
    return ["String": text, "Bool": "false", "Void": "()", "()": "()"][name]
  }

  /// Whether the brackets of a type contain a colon that is not in brackets of an inner one.
  private static func isDictionary(_ type: String) -> Bool {
    var depth = 0
    for character in type {
      if "[(<".contains(character) { depth += 1 }
      if "])>".contains(character) { depth -= 1 }
      if character == ":", depth == 1 { return true }
    }
    return false
  }
}
