import Synchronization
import WordCounting

/// The word counter that this plugin binds.
final class WordTable: WordCounter {
  /// The default limit of different words. A text can contain any number of them; this many take at
  /// most about 20 MB.
  static let capacity = 65_536

  private let tally: Mutex<WordTally>

  init(capacity: Int = WordTable.capacity) {
    tally = Mutex(WordTally(capacity: capacity))
  }

  func count(_ block: Span<UInt8>) {
    tally.withLock { $0.count(block) }
  }

  func endText(listing limit: Int) -> WordSummary {
    let text = tally.withLock { tally in
      exchange(&tally, with: WordTally(capacity: tally.capacity))
    }
    return text.summary(listing: limit)
  }
}
