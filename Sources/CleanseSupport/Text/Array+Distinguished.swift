extension [String] {
  /// The texts as a message shows them together: of those that look the same although their bytes differ, such as `é` in
  /// one code point and in two, all characters beyond ASCII are escaped.
  package var distinguished: [String] {
    // Strings are grouped by canonical equivalence.
    let alike = Dictionary(grouping: self) { $0 }
    return map { text in
      let isClear = alike[text, default: []].allSatisfy { $0.utf8.elementsEqual(text.utf8) }
      return isClear ? text : text.unicodeScalars.map(Self.ascii).joined()
    }
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> String {
    scalar.isASCII ? String(scalar) : scalar.escape
  }
}
