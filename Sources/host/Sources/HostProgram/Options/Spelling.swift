/// Finds what a user may have meant.
enum Spelling {
  /// The candidates that are close to `word`, nearest first, equally near ones in their order.
  ///
  /// Close is at most one mistake in three letters (and at least one), or being the beginning of a
  /// candidate: with a looser bound, a hint is more often a surprise than a help.
  static func nearest(to word: String, in candidates: [String]) -> [String] {
    let count = word.count
    let close = candidates.filter { candidate in
      if count > 1, candidate.hasPrefix(word) { return true }
      let bound = max(1, min(count, candidate.count) / 3)
      // Most of many names are told apart by their lengths, which takes less.
      return abs(min(count, longest) - min(candidate.count, longest)) <= bound
        && distance(word, candidate) <= bound
    }
    return ranked(by: word, close)
  }

  /// All of the candidates, nearest first, equally near ones in their order.
  static func ranked(by word: String, _ candidates: [String]) -> [String] {
    candidates.enumerated()
      .map { (rank: distance(word, $0.element), position: $0.offset, candidate: $0.element) }
      .sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }
      .map(\.candidate)
  }

  /// What a user types may be of any length; no name is anywhere near this one.
  private static let longest = 128

  /// How many letters have to be inserted, deleted, replaced or swapped with their neighbour
  /// (optimal string alignment, O(n · m)); upper and lower case are the same.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased().prefix(longest))
    let right = Array(right.lowercased().prefix(longest))
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
