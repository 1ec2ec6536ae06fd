/// Counts living objects.
final class Tally: Sendable {
  /// An object that is counted while it is alive.
  final class Member: Sendable {
    private let tally: Tally

    fileprivate init(_ tally: Tally) {
      self.tally = tally
      tally.counts.withLock {
        $0.made += 1
        $0.live += 1
      }
    }

    deinit { tally.counts.withLock { $0.live -= 1 } }
  }

  private let counts = Guarded((made: 0, live: 0))

  var made: Int { counts.withLock { $0.made } }
  var live: Int { counts.withLock { $0.live } }

  func member() -> Member { Member(self) }
}
