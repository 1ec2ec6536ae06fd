/// Ways from one root as a tree: what several begin with is shown once, and of a long stretch without
/// branches the middle is left out.
struct PathTree<Step: Hashable> {
  /// A line of the tree.
  struct Line {
    /// The branches that lead to it.
    let branches: String
    /// What stands there; nothing where steps were left out.
    let step: Step?
    /// How many were left out.
    let gap: Int
  }

  private struct Node {
    let step: Step
    var children: [Int] = []
    var numbers: [Step: Int] = [:]
  }

  private var nodes: [Node] = []
  private var roots: [Int] = []
  private var numbers: [Step: Int] = [:]

  /// Stretches of more steps than this are shortened.
  private static var longest: Int { 9 }
  /// How many steps are left of each end of one that is shortened.
  private static var kept: Int { 4 }

  init(_ paths: [[Step]]) {
    for path in paths {
      var parent: Int?
      for step in path { parent = child(step, of: parent) }
    }
  }

  private mutating func child(_ step: Step, of parent: Int?) -> Int {
    let known = parent.map { nodes[$0].numbers[step] } ?? numbers[step]
    if let known { return known }
    let number = nodes.count
    nodes.append(Node(step: step))
    if let parent {
      nodes[parent].children.append(number)
      nodes[parent].numbers[step] = number
    } else {
      roots.append(number)
      numbers[step] = number
    }
    return number
  }

  /// The tree from top to bottom, each line behind the one that it hangs on.
  var lines: [Line] {
    var lines: [Line] = []
    // What is still to be shown, the next last; no recursion, as a way may have any length.
    var waiting = roots.reversed().map { (node: $0, above: "", mark: "", below: "") }
    while let (node, above, mark, below) = waiting.popLast() {
      var stretch = [node]
      while let last = stretch.last, nodes[last].children.count == 1 {
        stretch.append(nodes[last].children[0])
      }
      var indent = above + below
      lines.append(Line(branches: above + mark, step: nodes[node].step, gap: 0))
      let isLong = stretch.count > Self.longest
      for (offset, part) in stretch.enumerated().dropFirst() {
        let isGap = isLong && offset >= Self.kept && offset < stretch.count - Self.kept
        if isGap, offset > Self.kept { continue }
        lines.append(
          Line(
            branches: indent + "└─ ", step: isGap ? nil : nodes[part].step,
            gap: isGap ? stretch.count - 2 * Self.kept : 0))
        indent += "   "
      }
      let children = nodes[stretch[stretch.count - 1]].children
      for child in children.reversed() {
        let isLast = child == children.last
        waiting.append((child, indent, isLast ? "└─ " : "├─ ", isLast ? "   " : "│  "))
      }
    }
    return lines
  }
}
