/// Counts the words of a text, one text at a time.
///
/// One plugin binds it with a scope, and others depend on it. All of them get the same instance, so one
/// plugin can read a text and another one can summarize it. It can be used from several threads.
///
/// Words are separated by white space, as in `wc -w`. Words that differ only in case or in the
/// punctuation around them are one entry of the table.
public protocol WordCounter: AnyObject, Sendable {
  /// Counts the words of the next block of the text, which may begin and end within a word.
  func count(_ block: Span<UInt8>)

  /// Ends the text and returns its summary. The next block begins another text.
  ///
  /// - Parameter limit: The maximum number of words to list.
  /// - Returns: The counts and the most frequent words.
  func endText(listing limit: Int) -> WordSummary
}
