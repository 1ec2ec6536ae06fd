extension String {
  /// The text, cut to a number of bytes of UTF-8 without dividing a Unicode scalar, and then with a mark.
  package func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // The view of scalars begins and ends at whole ones.
    let end = utf8.index(startIndex, offsetBy: limit)
    return String(unicodeScalars[..<end]) + "…"
  }
}
