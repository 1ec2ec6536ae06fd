package import CleanseGraph

/// Ways from the root of a graph to a key, the shortest first.
///
/// A way leads from one binding to what answers its requests, through no binding twice, and ends with
/// the first one that asks for the key. There can be more of them than anybody can count, so the
/// search stops when it has as many as are wanted or has taken as many steps as it may.
package struct KeyPaths {
  /// The places of the bindings on each way, the root's first, and last the one that asks. The key of
  /// the root itself has one way, of no bindings.
  private(set) package var paths: [[Int]] = []
  /// Whether there may be further ones, as the search was given up.
  private(set) package var isCutShort = false

  /// How many steps a search may take, each of which looks at one answer to one request or writes
  /// down one binding of a way.
  static let steps = 4_000_000

  private let answers: Answers
  private let wanted: Int
  /// How many bindings stand at least behind each one on the way to one that asks; nothing where there
  /// is no way.
  private let distances: [Int?]
  private var stepsLeft = Self.steps

  /// - Parameter wanted: How many ways are wanted at most.
  package init(to key: Key, in graph: BindingGraph, answers: Answers, wanted: Int) {
    self.answers = answers
    self.wanted = wanted
    distances = Self.distances(to: key, in: graph, answers)
    guard answers.groups[answers.root].key != key else {
      paths = [[]]
      return
    }
    search()
  }

  /// Searches in breadth, backwards from those who ask.
  private static func distances(
    to key: Key, in graph: BindingGraph, _ answers: Answers
  ) -> [Int?] {
    var distances: [Int?] = Array(repeating: nil, count: graph.bindings.count)
    var isDone = Array(repeating: false, count: answers.groups.count)
    var queue: [Int] = []
    func add(dependentsOf group: Int, at distance: Int) {
      guard !isDone[group] else { return }
      isDone[group] = true
      for dependent in answers.groups[group].dependents
      where distances[dependent] == nil && graph.bindings[dependent].key != key {
        distances[dependent] = distance
        queue.append(dependent)
      }
    }
    for group in answers.groups.indices where answers.groups[group].key == key {
      add(dependentsOf: group, at: 0)
    }
    var position = 0
    while position < queue.count {
      let place = queue[position]
      position += 1
      guard let distance = distances[place] else { continue }
      for group in answers.answering[place] { add(dependentsOf: group, at: distance + 1) }
    }
    return distances
  }

  /// Searches in depth for the ways of one length after the other. The next length is the smallest
  /// that one of those could have that were left because they were too long (Korf 1985, iterative
  /// deepening A*), so that the search needs no memory but for the way that it is on.
  private mutating func search() {
    let starts = answers.groups[answers.root].places
    var length = starts.compactMap { distances[$0] }.min()
    while let current = length, paths.count < wanted, stepsLeft > 0 {
      length = searchForward(from: starts, length: current)
    }
    isCutShort = stepsLeft <= 0
  }

  /// A binding on the way, and which answer to its requests is the next to look at.
  private struct Step {
    let place: Int
    var request = 0
    var answer = 0
  }

  /// Finds the ways on which exactly `length` bindings stand behind the first.
  ///
  /// - Returns: The smallest greater length that a way may have.
  private mutating func searchForward(from starts: [Int], length: Int) -> Int? {
    var next: Int?
    var isOnWay = Array(repeating: false, count: distances.count)
    var way: [Step] = []
    func enter(_ place: Int) -> Bool {
      guard let distance = distances[place], !isOnWay[place] else { return false }
      let least = way.count + distance
      if least > length { next = min(next ?? least, least) }
      return least <= length
    }
    for start in starts where enter(start) {
      way = [Step(place: start)]
      isOnWay[start] = true
      found(way, length)
      while var step = way.popLast() {
        guard paths.count < wanted, stepsLeft > 0 else { return nil }
        guard let place = nextAnswer(&step) else {
          isOnWay[step.place] = false
          continue
        }
        way.append(step)
        if enter(place) {
          isOnWay[place] = true
          way.append(Step(place: place))
          found(way, length)
        }
      }
    }
    return next
  }

  /// The next of what the binding leads to.
  private mutating func nextAnswer(_ step: inout Step) -> Int? {
    stepsLeft -= 1
    let asked = answers.asked[step.place]
    while step.request < asked.count {
      let places = answers.groups[asked[step.request]].places
      if step.answer < places.count {
        step.answer += 1
        return places[step.answer - 1]
      }
      (step.request, step.answer) = (step.request + 1, 0)
      stepsLeft -= 1
    }
    return nil
  }

  /// Notes the way where it ends here; a shorter one was found before.
  private mutating func found(_ way: [Step], _ length: Int) {
    guard way.count == length + 1, let last = way.last, distances[last.place] == 0 else { return }
    stepsLeft -= way.count
    paths.append(way.map(\.place))
  }
}
