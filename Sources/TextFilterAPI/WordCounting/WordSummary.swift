/// What a ``WordCounter`` has counted in one text.
public struct WordSummary: Hashable, Sendable {
  /// One word of the table.
  public struct Entry: Hashable, Sendable {
    /// The word in lower case, without punctuation around it.
    public var word: String
    public var count: Int

    public init(word: String, count: Int) {
      self.word = word
      self.count = count
    }
  }

  /// How many words there were, every one counted.
  public var words: Int
  /// The most frequent ones, the most frequent first, equally frequent ones by their spelling.
  public var mostFrequent: [Entry]
  /// How many of the words are missing in the table, because it was full or they were too long for
  /// it. The counts of its entries are exact nevertheless.
  public var untabled: Int
  /// How many different words the table holds at most.
  public var capacity: Int

  public init(words: Int, mostFrequent: [Entry], untabled: Int, capacity: Int) {
    self.words = words
    self.mostFrequent = mostFrequent
    self.untabled = untabled
    self.capacity = capacity
  }
}
