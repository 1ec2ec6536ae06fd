/// The counts that a ``WordCounter`` determined for one text.
public struct WordSummary: Hashable, Sendable {
  /// One word of the table.
  public struct Entry: Hashable, Sendable {
    /// The word in lower case, without punctuation around it.
    public var word: String
    /// The number of its occurrences.
    public var count: Int

    /// Creates an entry.
    public init(word: String, count: Int) {
      self.word = word
      self.count = count
    }
  }

  /// The total number of words.
  public var words: Int
  /// The most frequent words, sorted by descending count and then alphabetically.
  public var mostFrequent: [Entry]
  /// The number of words that are missing in the table, because it was full or they were too long.
  ///
  /// The counts of its entries are exact nevertheless.
  public var untabled: Int
  /// The maximum number of different words in the table.
  public var capacity: Int

  /// Creates a summary.
  public init(words: Int, mostFrequent: [Entry], untabled: Int, capacity: Int) {
    self.words = words
    self.mostFrequent = mostFrequent
    self.untabled = untabled
    self.capacity = capacity
  }
}
