extension Sequence<String> {
  /// The texts in one, each after its length in bytes: different sequences have different texts, whatever characters are
  /// in them. It is what a digest or a key of several texts is made from.
  @inlinable package var lengthPrefixed: String {
    var all = ""
    for text in self {
      all += "\(text.utf8.count):"
      all += text
    }
    return all
  }
}
