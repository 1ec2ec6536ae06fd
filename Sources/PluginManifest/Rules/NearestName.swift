/// Finds what somebody may have meant.
package enum NearestName {
  /// The candidate that the fewest typing errors lead from, if they are few for its length.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    guard name.count <= 64 else { return nil }
    let ranked = candidates.map { (name: $0, distance: distance(name, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, best.name.count / 3)
    else { return nil }
    return best.name
  }

  /// The least number of characters to insert, delete or replace (Levenshtein 1966), without
  /// regard to case, by the row-wise algorithm of Wagner and Fischer (1974).
  private static func distance(_ left: String, _ right: String) -> Int {
    let columns = Array(right.lowercased())
    var row = Array(0...columns.count)
    for character in left.lowercased() {
      var diagonal = row[0]
      row[0] += 1
      for (column, other) in columns.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[columns.count]
  }
}
