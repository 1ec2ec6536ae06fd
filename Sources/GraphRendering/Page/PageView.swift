import CleanseSupport

/// What one view of the page shows: boxes of the drawing, and plugins as boxes of their own.
///
/// Graphviz gets numbers alone, so that no name has to be written by its rules. Each box has a size that its
/// name fits into.
struct PageView {
  /// A box with its size, in points.
  struct Box {
    /// The id of a box of the drawing, or of a plugin's frame.
    let id: String
    let width: Double
    let height: Double
    /// The frame to lay it out in.
    var group: Int?
  }

  /// What goes from one box to another, however many arrows of the drawing that stands for.
  struct Link: Hashable {
    let from: String
    let to: String
    let form: GraphDrawing.Edge.Form
  }

  /// Which way the arrows go.
  enum Direction: String, CaseIterable {
    case right = "LR"
    case down = "TB"
  }

  private(set) var boxes: [Box] = []
  /// In the order in which they were first added.
  private(set) var links: [Link] = []
  private(set) var counts: [Link: Int] = [:]
  private(set) var places: [String: Int] = [:]

  /// Adds a box, unless it is there.
  mutating func add(_ box: @autoclosure () -> Box, id: String) {
    guard places[id] == nil else { return }
    places[id] = boxes.count
    boxes.append(box())
  }

  /// Adds an arrow between boxes that are there.
  mutating func add(_ link: Link, count: Int = 1) {
    if counts[link] == nil { links.append(link) }
    counts[link, default: 0] += count
  }

  /// The view in the language of Graphviz.
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
    for (place, box) in boxes.enumerated() {
      lines.append("\(place) [width=\(Self.inches(box.width)),height=\(Self.inches(box.height))]")
      if let group = box.group { groups[group, default: []].append(place) }
    }
    for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
      // The label makes room for the name above.
      let names = members.map { "\($0)" }.joined(separator: ";")
      lines.append("subgraph cluster_\(group) { margin=12; label=\" \"; \(names) }")
    }
    for (number, link) in links.enumerated() {
      guard let from = places[link.from], let to = places[link.to] else { continue }
      // The colour is the one attribute that comes back.
      lines.append("\(from) -> \(to) [color=\"e\(number)\"]")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// To the hundredth of an inch, without an exponent.
  private static func inches(_ points: Double) -> String {
    let hundredths = Int((points / 72 * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension PageView.Box {
  /// The box of a node of the drawing.
  init(_ node: GraphDrawing.Node, group: Int? = nil) {
    let name = node.lines.first ?? node.id
    // A collection has a sign before its name.
    let width = Self.width(of: node.kind == .collection ? "* \(name)" : name)
    self.init(id: node.id, width: min(240, max(90, width)), height: 28, group: group)
  }

  /// The box of a plugin as a whole, whose name is written in bold.
  init(plugin id: String, named name: String, isTall: Bool) {
    let width = Self.width(of: name) * 1.1
    self.init(id: id, width: min(240, max(130, width)), height: isTall ? 54 : 32)
  }

  /// What a name takes in most fonts, when it is written as large as a small picture needs it.
  private static func width(of name: String) -> Double {
    Double(DisplayWidth.of(PlainText.escaped(name))) * 8.8 + 30
  }
}
