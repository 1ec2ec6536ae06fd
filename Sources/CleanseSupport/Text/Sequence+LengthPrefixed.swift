extension Sequence<String> {
  /// The texts in one, each after its length in bytes: different sequences have different texts, whatever characters are
  /// in them. It is what a digest or a key of several texts is made from.
  package var lengthPrefixed: String {
    map { "\($0.utf8.count):\($0)" }.joined()
  }
}
