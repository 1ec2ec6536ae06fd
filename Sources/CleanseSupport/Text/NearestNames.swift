/// Finds the candidates that are close to a mistyped name.
///
/// The distance of two names is the number of insertions, deletions, replacements and transpositions of
/// adjacent letters that turn one into the other, ignoring case: the optimal string alignment distance
/// (Damerau 1964; Levenshtein 1966; Wagner and Fischer 1974).
public enum NearestNames {
  /// The maximum distance of a candidate.
  public enum Tolerance: Sendable {
    /// One mistake in three letters of the shorter name, and at least one: with a looser bound, a hint among
    /// many candidates is seldom right.
    case third
    /// One mistake in two letters of the longer name; for few candidates, all of one kind.
    case half

    fileprivate func bound(_ count: Int, _ other: Int) -> Int {
      switch self {
      case .third: max(1, min(count, other) / 3)
      case .half: max(count, other) / 2
      }
    }
  }

  /// The candidates that are close to a name or have it as a prefix, nearest first; equally near ones keep
  /// their order.
  ///
  /// - Parameter takesBeginnings: Whether a candidate of any length that has the name as a prefix matches.
  public static func of(
    _ name: String, among candidates: [String], within tolerance: Tolerance = .third,
    takesBeginnings: Bool = true
  ) -> [String] {
    let count = name.count
    let close = candidates.filter { candidate in
      if takesBeginnings, count > 1, candidate.hasPrefix(name) { return true }
      let bound = tolerance.bound(count, candidate.count)
      // The difference in length is a lower bound of the distance, and is cheaper.
      return abs(min(count, longest) - min(candidate.count, longest)) <= bound
        && distance(name, candidate) <= bound
    }
    return ranked(by: name, close)
  }

  /// The first result of ``of(_:among:within:takesBeginnings:)``.
  public static func first(
    _ name: String, among candidates: [String], within tolerance: Tolerance = .third,
    takesBeginnings: Bool = true
  ) -> String? {
    of(name, among: candidates, within: tolerance, takesBeginnings: takesBeginnings).first
  }

  /// All of the candidates, nearest first; equally near ones keep their order.
  public static func ranked(by name: String, _ candidates: [String]) -> [String] {
    candidates.enumerated()
      .map { (rank: distance(name, $0.element), index: $0.offset, candidate: $0.element) }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .map(\.candidate)
  }

  /// The number of letters that are compared. A name is user input of any length; candidates are shorter.
  private static let longest = 128

  /// The distance of the first ``longest`` letters of two names.
  ///
  /// - Complexity: O(n · m) in their lengths.
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
