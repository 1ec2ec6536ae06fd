/// Finds what a user may have meant.
enum Spelling {
  /// The candidates that are close to `word`, nearest first, equally near ones in their order.
  ///
  /// Close is at most one mistake in three letters (and at least one), or being the beginning of a
  /// candidate: with a looser bound, a hint is more often a surprise than a help.
  static func nearest(to word: String, in candidates: [String]) -> [String] {
    ranked(by: word, candidates).filter { candidate in
      distance(word, candidate) <= max(1, min(word.count, candidate.count) / 3)
        || (word.count > 1 && candidate.hasPrefix(word))
    }
  }

  /// All of the candidates, nearest first, equally near ones in their order.
  static func ranked(by word: String, _ candidates: [String]) -> [String] {
    candidates.enumerated()
      .map { (rank: distance(word, $0.element), position: $0.offset, candidate: $0.element) }
      .sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }
      .map(\.candidate)
  }

  /// How many letters have to be inserted, deleted, replaced or swapped with their neighbour
  /// (optimal string alignment, O(n · m)); upper and lower case are the same.
  static func distance(_ left: String, _ right: String) -> Int {
    // What a user types may be of any length; no name is anywhere near this one.
    let left = Array(left.lowercased().prefix(128))
    let right = Array(right.lowercased().prefix(128))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let same = left[row] == right[column]
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
