import WordCounting

/// The counts of one text in progress.
struct WordTally {
  /// The maximum length of a word in the table, in bytes. No language has longer words, but files do.
  static let longest = 256

  let capacity: Int
  private var counts: [String: Int] = [:]
  private var words = 0
  private var untabled = 0
  /// The start of a word that continues after the last block, truncated above the limit.
  private var open: [UInt8] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func count(_ block: Span<UInt8>) {
    var index = 0
    while index < block.count {
      let start = index
      while index < block.count, !Self.isWhiteSpace(block[index]) { index += 1 }
      let run = block.extracting(start..<index)
      if index == block.count {
        hold(run)
      } else if !open.isEmpty {
        hold(run)
        closeWord()
      } else if !run.isEmpty {
        add(run)
      }
      index += 1
    }
  }

  /// Returns the counts, including a word at the end of the text.
  consuming func summary(listing limit: Int) -> WordSummary {
    closeWord()
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return WordSummary(
      words: words,
      mostFrequent: sorted.prefix(max(0, limit)).map { .init(word: $0.key, count: $0.value) },
      untabled: untabled, capacity: capacity)
  }

  private mutating func hold(_ run: Span<UInt8>) {
    let room = Self.longest + 1 - open.count
    unsafe run.extracting(first: min(room, run.count))
      .withUnsafeBufferPointer { unsafe open.append(contentsOf: $0) }
  }

  private mutating func closeWord() {
    guard !open.isEmpty else { return }
    var word = exchange(&open, with: [])
    add(word.span)
    word.removeAll(keepingCapacity: true)
    open = word
  }

  private mutating func add(_ word: Span<UInt8>) {
    words += 1
    guard word.count <= Self.longest else {
      untabled += 1
      return
    }
    guard let key = TableWord.spelling(of: word) else { return }
    if counts.count < capacity {
      counts[key, default: 0] += 1
    } else if let index = counts.index(forKey: key) {
      counts.values[index] += 1
    } else {
      untabled += 1
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
  }
}
