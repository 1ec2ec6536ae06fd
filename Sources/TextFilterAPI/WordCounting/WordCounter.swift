/// Counts the words of texts.
///
/// One plugin binds it with a scope, others ask for it: all of them get the same instance, so it
/// goes on counting over everything that it is given for as long as the root lives. It can be
/// used from several threads; texts that are given at the same time have to be whole each.
///
/// A word is what white space separates, as in `wc -w`. Words that differ only in case or in the
/// punctuation around them are one entry of the table.
public protocol WordCounter: AnyObject, Sendable {
  /// Counts the next block of a text, which may begin and end inside of a word.
  func count(_ block: Span<UInt8>)

  /// Ends a text, and with it a word that the last block left open.
  func endText()

  /// Sums up what was counted until now, without a word that is still open.
  ///
  /// - Parameter limit: How many of the most frequent words to list at most.
  /// - Returns: The sums and the list.
  func summary(ofMostFrequent limit: Int) -> WordSummary
}
