/// The modules that Swift sources import.
struct SwiftImports {
  private(set) var modules: Set<String> = []

  private static let kinds: Set<Substring> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Adds those of a source. One in a comment of several lines counts, which at worst compiles against a module too many.
  mutating func add(_ source: String) {
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.split { $0.isWhitespace || $0 == ";" }
      // An access level or an attribute can precede the keyword.
      guard let keyword = words.firstIndex(of: "import"), isPrefix(words[..<keyword]) else {
        continue
      }
      let name = words[(keyword + 1)...].drop { Self.kinds.contains($0) }.first
      if let module = name?.split(separator: ".").first { modules.insert(String(module)) }
    }
  }

  private func isPrefix(_ words: ArraySlice<Substring>) -> Bool {
    words.allSatisfy { word in
      word.hasPrefix("@")
        || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
  }
}
