/// A parsed key name, for matching abbreviations: `TextFilter` for `any TextFilterAPI.TextFilter`,
/// `[Filter: Int]` for `[App.Filter: Int]`.
struct KeyName {
  /// A name split at its dots, or a punctuation character.
  private typealias Part = [Substring]

  /// The parts in lower case, without `any`, which the user may omit.
  private let parts: [Part]

  /// - Parameter text: A name; case is ignored.
  init(_ text: String) {
    var parts: [Part] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      let name = rest.prefix { Self.isPartOfName($0) }
      if name.isEmpty {
        if !first.isWhitespace { parts.append([rest.prefix(1)]) }
        rest = rest.dropFirst()
      } else {
        if name != "any" {
          parts.append(name.split(separator: ".", omittingEmptySubsequences: false))
        }
        rest = rest.dropFirst(name.count)
      }
    }
    self.parts = parts
  }

  /// The last component of each name: the unqualified type names.
  var lastNames: [String] {
    parts.compactMap(\.last).filter { $0.first.map(Self.isPartOfName) ?? false }.map(String.init)
  }

  /// Whether this name equals the other one except for omitted modules and enclosing types.
  func isShort(for name: KeyName) -> Bool {
    parts.count == name.parts.count && ends(in: name, at: 0)
  }

  /// Whether this name abbreviates a part of the other one.
  func isPart(of name: KeyName) -> Bool {
    guard !parts.isEmpty, parts.count <= name.parts.count else { return false }
    return (0...(name.parts.count - parts.count)).contains { ends(in: name, at: $0) }
  }

  /// Whether each part is a suffix of the corresponding part of the other name, counted from `start`.
  private func ends(in name: KeyName, at start: Int) -> Bool {
    zip(parts, name.parts[start...]).allSatisfy { short, long in
      long.count >= short.count && long.suffix(short.count).elementsEqual(short)
    }
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}
