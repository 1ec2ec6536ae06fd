/// What a function takes and returns, without its effects and without the labels of a tuple that it takes.
///
/// A function of a tuple has the same shape as one of several parameters.
struct FunctionShape: Hashable {
  private let parameters: String
  private let result: String

  /// Returns nil for a key of any other type.
  init?(_ key: Key) {
    guard key.tag == nil else { return nil }
    self.init(key.typeName)
  }

  /// Returns nil for a key whose values make nothing from a seed, and for any key of a document.
  init?(seeded key: Key) {
    guard key.tag == nil, case .factory = TypeShape(key.typeName),
      let type = key.storage.live?.element as? any SeededType.Type
    else { return nil }
    self.init(TypeName.display(type.function))
  }

  /// - Parameter name: The name, in the format of ``Key/typeName``.
  init?(_ name: String) {
    let name = name.hasPrefix("@Sendable ") ? name.dropFirst("@Sendable ".count) : name[...]
    guard name.first == "(", let end = Self.end(ofParametersOf: name) else { return nil }
    let effects = name[end...].prefix { $0 != ">" }
    guard effects.hasSuffix(" -") else { return nil }
    parameters = Self.separate(name[..<end])
    result = String(name[effects.endIndex...].dropFirst(2))
  }

  /// Whether the only parameter of the function has this type.
  func takes(_ type: String) -> Bool { parameters == Self.separate("(\(type))") }

  /// The index after the parenthesis that closes the first one; nil in a text that is no type.
  private static func end(ofParametersOf name: Substring) -> String.Index? {
    var depth = 0
    let close = name.indices.first { index in
      depth += name[index] == "(" ? 1 : name[index] == ")" ? -1 : 0
      return depth == 0
    }
    return close.map { name.index(after: $0) }
  }

  /// The parameters in parentheses, where a single tuple is several parameters.
  private static func separate(_ parameters: some StringProtocol) -> String {
    let only = Substring(parameters).dropFirst().dropLast()
    guard only.first == "(", end(ofParametersOf: only) == only.endIndex else {
      return String(parameters)
    }
    return TypeShape.unlabelled(String(only)) ?? String(only)
  }
}
