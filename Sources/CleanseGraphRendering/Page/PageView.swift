import CleanseSupport

/// One view of the page: boxes of the drawing, and plugins as single boxes.
///
/// Graphviz receives only numbers, so that no name has to be escaped. Each box is wide enough for a label of
/// ``longestLabel`` columns.
struct PageView {
  /// A box with its size, in points.
  struct Box {
    /// The id of a box of the drawing, or of a plugin's frame.
    let id: String
    let width: Double
    let height: Double
    /// The number of the frame around it.
    var group: Int?
  }

  /// An arrow between two boxes, which combines all arrows of the drawing with the same form between them.
  struct Link: Hashable {
    let from: String
    let to: String
    let form: GraphDrawing.Edge.Form
  }

  /// The direction of the arrows.
  enum Direction: String, CaseIterable {
    case right = "LR"
    case down = "TB"
  }

  /// The most columns of a label that a box has room for.
  static let longestLabel = 32

  private(set) var boxes: [Box] = []
  /// In the order in which they were first added.
  private(set) var links: [Link] = []
  /// The number of arrows of the drawing that each link combines.
  private(set) var counts: [Link: Int] = [:]
  /// The index of each box by its id.
  private(set) var indices: [String: Int] = [:]

  /// Adds a box, unless the view has it.
  mutating func add(_ box: @autoclosure () -> Box, id: String) {
    guard indices[id] == nil else { return }
    indices[id] = boxes.count
    boxes.append(box())
  }

  /// Adds an arrow between boxes of the view.
  mutating func add(_ link: Link, count: Int = 1) {
    if counts[link] == nil { links.append(link) }
    counts[link, default: 0] += count
  }

  /// The view in the DOT language.
  func dot(_ direction: Direction) -> String {
    let gaps =
      switch direction {
      case .right: "nodesep=0.11,ranksep=0.5"
      case .down: "nodesep=0.2,ranksep=0.5"
      }
    var lines = [
      "digraph {", "graph [rankdir=\(direction.rawValue),\(gaps)]",
      "node [shape=box,fixedsize=true,label=\"\"]", "edge [arrowhead=none]",
    ]
    var groups: [Int: [Int]] = [:]
    for (index, box) in boxes.enumerated() {
      lines.append("\(index) [width=\(Self.inches(box.width)),height=\(Self.inches(box.height))]")
      if let group = box.group { groups[group, default: []].append(index) }
    }
    for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
      // The blank label reserves room for the name.
      let names = members.map { "\($0)" }.joined(separator: ";")
      lines.append("subgraph cluster_\(group) { margin=12; label=\" \"; \(names) }")
    }
    for (number, link) in links.enumerated() {
      guard let from = indices[link.from], let to = indices[link.to] else { continue }
      // The colour is the only attribute that `-Tplain` writes back.
      lines.append("\(from) -> \(to) [color=\"e\(number)\"]")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// The length with two decimals and without an exponent.
  private static func inches(_ points: Double) -> String {
    let hundredths = Int((points / 72 * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension PageView.Box {
  /// The box of a node of the drawing.
  init(_ node: GraphDrawing.Node, group: Int? = nil) {
    let name = node.lines.first ?? node.id
    // The name of a collection follows a sign.
    let sign = node.kind == .collection ? 2 : 0
    self.init(
      id: node.id, width: max(90, Self.width(of: name, besides: sign)), height: 28, group: group)
  }

  /// The box of a plugin, whose name is bold.
  init(plugin id: String, named name: String, isTall: Bool) {
    self.init(id: id, width: max(130, Self.width(of: name) * 1.1), height: isTall ? 54 : 32)
  }

  /// The width of a name in most fonts at the largest font size, in which a small picture shows it.
  private static func width(of name: String, besides columns: Int = 0) -> Double {
    let length = min(PageView.longestLabel, DisplayWidth.of(PlainText.escaped(name)))
    return Double(length + columns) * 8.8 + 30
  }
}
