/// Finds the names that a mistyped one may stand for.
///
/// The distance of two names is how many letters have to be inserted, deleted, replaced or swapped with
/// their neighbour to get from one to the other, upper and lower case being the same: the optimal string
/// alignment (Damerau 1964; Levenshtein 1966; Wagner and Fischer 1974).
public enum NearestNames {
  /// How far from a name a candidate may be.
  public enum Tolerance: Sendable {
    /// One mistake in three letters, and at least one: with a looser bound, a hint among many candidates
    /// is more often a surprise than a help.
    case third
    /// One mistake in two letters of the longer name, where the candidates are few and all of one kind.
    case half

    fileprivate func bound(_ count: Int, _ other: Int) -> Int {
      switch self {
      case .third: max(1, min(count, other) / 3)
      case .half: max(count, other) / 2
      }
    }
  }

  /// The candidates that are close to a name or begin with it, nearest first, equally near ones in their
  /// order.
  ///
  /// - Parameter takesBeginnings: Whether a name may also be the beginning of a candidate, however long that is.
  public static func of(
    _ name: String, among candidates: [String], within tolerance: Tolerance = .third,
    takesBeginnings: Bool = true
  ) -> [String] {
    let count = name.count
    let close = candidates.filter { candidate in
      if takesBeginnings, count > 1, candidate.hasPrefix(name) { return true }
      let bound = tolerance.bound(count, candidate.count)
      // Most of many names are told apart by their lengths, which takes less.
      return abs(min(count, longest) - min(candidate.count, longest)) <= bound
        && distance(name, candidate) <= bound
    }
    return ranked(by: name, close)
  }

  /// The first of ``of(_:among:within:takesBeginnings:)``.
  public static func first(
    _ name: String, among candidates: [String], within tolerance: Tolerance = .third,
    takesBeginnings: Bool = true
  ) -> String? {
    of(name, among: candidates, within: tolerance, takesBeginnings: takesBeginnings).first
  }

  /// All of the candidates, nearest first, equally near ones in their order.
  public static func ranked(by name: String, _ candidates: [String]) -> [String] {
    candidates.enumerated()
      .map { (rank: distance(name, $0.element), position: $0.offset, candidate: $0.element) }
      .sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }
      .map(\.candidate)
  }

  /// A name may come from anywhere and be of any length; no candidate is anywhere near this one.
  private static let longest = 128

  /// The distance of the beginnings of two names, in O(n · m).
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
