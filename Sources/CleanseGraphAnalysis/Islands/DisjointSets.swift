/// Sets of numbers, of which each number is in one, and which can only be united.
struct DisjointSets {
  private var parents: [Int]

  /// One set for each of the numbers below `count`.
  init(count: Int) {
    parents = Array(0..<count)
  }

  /// A number of the set that a number is in: the same one for all of the set, until it is united with another.
  mutating func representative(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      // Halves the path, so that the next search is shorter.
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Makes one set of those that two numbers are in.
  ///
  /// - Returns: Whether they were different ones.
  @discardableResult
  mutating func unite(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (representative(of: left), representative(of: right))
    // The smaller one stays, so the result does not depend on the order.
    parents[max(left, right)] = min(left, right)
    return left != right
  }
}
