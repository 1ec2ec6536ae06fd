/// A key's name taken apart, so that a user can write less of it: `TextFilter` for
/// `any TextFilterAPI.TextFilter`, `[Filter: Int]` for `[App.Filter: Int]`.
struct KeyName {
  /// A name with what stands before its dots, or a sign.
  private typealias Part = [Substring]

  /// In lower case; without `any`, which nobody has to write.
  private let parts: [Part]

  /// - Parameter text: A name; upper and lower case are the same.
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

  /// The last components of the names in it, which is what people call the types.
  var lastNames: [String] {
    parts.compactMap(\.last).filter { $0.first.map(Self.isPartOfName) ?? false }.map(String.init)
  }

  /// Whether it is this name but for the modules and types that names lie in.
  func isShort(for name: KeyName) -> Bool {
    parts.count == name.parts.count && ends(in: name, at: 0)
  }

  /// Whether it is short for something that stands in the name.
  func isPart(of name: KeyName) -> Bool {
    guard !parts.isEmpty, parts.count <= name.parts.count else { return false }
    return (0...(name.parts.count - parts.count)).contains { ends(in: name, at: $0) }
  }

  /// Whether each of its names is the end of the one that stands at its place.
  private func ends(in name: KeyName, at start: Int) -> Bool {
    zip(parts, name.parts[start...]).allSatisfy { short, long in
      long.count >= short.count && long.suffix(short.count).elementsEqual(short)
    }
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}
