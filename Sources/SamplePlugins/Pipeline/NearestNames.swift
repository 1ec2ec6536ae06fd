/// Orders names by their edit distance from a mistyped name.
enum NearestNames {
  /// Returns the names, nearest first; names at equal distance are in alphabetical order.
  static func sorted(_ names: [String], to typed: String) -> [String] {
    names
      .map { (distance: distance(Array($0.utf8), Array(typed.utf8.prefix(64))), name: $0) }
      .sorted { $0 < $1 }
      .map(\.name)
  }

  /// Returns the number of bytes to insert, delete, replace or swap with their neighbour: the
  /// optimal string alignment distance.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(
          last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
