/// Paths from one root as a tree: common prefixes are shown once, and the middle of a long stretch without
/// branches is omitted.
struct PathTree<Step: Hashable> {
  /// A line of the tree.
  struct Line {
    /// The branch characters before the step.
    let branches: String
    /// The step; nil where steps are omitted.
    let step: Step?
    /// The number of omitted steps.
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

  /// Longer stretches are shortened.
  private static var longest: Int { 9 }
  /// The number of steps that remain at each end of a shortened stretch.
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

  /// The tree from top to bottom, each line after its parent.
  var lines: [Line] {
    var lines: [Line] = []
    // The pending nodes, the next one last. Not recursive, because a path may have any length.
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
