/// Counts the words of a text, one text at a time.
///
/// One plugin binds it with a scope, others ask for it: all of them get the same instance, so that
/// the one who reads a text and the one who sums it up may be different plugins. It can be used
/// from several threads.
///
/// A word is what white space separates, as in `wc -w`. Words that differ only in case or in the
/// punctuation around them are one entry of the table.
public protocol WordCounter: AnyObject, Sendable {
  /// Counts the next block of the text, which may begin and end inside of a word.
  func count(_ block: Span<UInt8>)

  /// Ends the text, sums it up and forgets it, so that the next block begins another one.
  ///
  /// - Parameter limit: How many of the most frequent words to list at most.
  /// - Returns: The sums and the list.
  func endText(listing limit: Int) -> WordSummary
}
