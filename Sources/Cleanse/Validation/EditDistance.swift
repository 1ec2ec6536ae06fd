/// How many characters lie between two names: the Levenshtein distance ("Binary codes capable of
/// correcting deletions, insertions and reversals", 1966).
enum EditDistance {
  /// The nearest of the names; nothing when it would take more than half of the characters to get
  /// there.
  static func nearest(to name: String, among names: [String]) -> String? {
    let rated = names.map { (name: $0, distance: between(name, $0)) }
    guard let best = rated.min(by: { $0.distance < $1.distance }),
      best.distance <= max(name.count, best.name.count) / 2
    else { return nil }
    return best.name
  }

  static func between(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let change = diagonal + (character == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
