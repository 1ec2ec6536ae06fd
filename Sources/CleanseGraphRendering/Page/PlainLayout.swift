/// A layout as `dot -Tplain` writes it, converted to pixels with the origin at the top.
struct PlainLayout {
  /// A box and its name, which is an index.
  struct Node {
    let index: Int
    let x: Int
    let y: Int
  }

  /// An arrow: the index in its colour, and its curve, which is a point, then three for each Bézier curve.
  struct Link {
    let index: Int
    let points: [Int]
  }

  fileprivate(set) var width = 0
  fileprivate(set) var height = 0
  /// In the order of their indices.
  fileprivate(set) var nodes: [Node] = []
  fileprivate(set) var links: [Link] = []
}

/// The layouts of several graphs in sequence.
struct PlainLayouts: IteratorProtocol {
  /// Pixels per inch, the unit of Graphviz.
  private static let scale = 72.0

  private var lines: ArraySlice<Substring>

  init(_ text: String) {
    lines = text.split(separator: "\n")[...]
  }

  /// The next layout; nil at the end, and for one that is malformed or incomplete.
  mutating func next() -> PlainLayout? {
    var layout = PlainLayout()
    var height = 0.0
    while let line = lines.popFirst() {
      let words = line.split(separator: " ")
      switch words.first {
      case "graph":
        guard words.count == 4, let wide = Double(words[2]), let high = Double(words[3]) else {
          return nil
        }
        height = high
        (layout.width, layout.height) = (Self.pixels(wide), Self.pixels(high))
      case "node":
        guard words.count > 3, let index = Int(words[1]), let x = Double(words[2]),
          let y = Double(words[3])
        else { return nil }
        layout.nodes.append(.init(index: index, x: Self.pixels(x), y: Self.pixels(height - y)))
      case "edge":
        guard let link = Self.link(words, height: height) else { return nil }
        layout.links.append(link)
      case "stop":
        layout.nodes.sort { $0.index < $1.index }
        return layout
      default: return nil
      }
    }
    return nil
  }

  /// `edge TAIL HEAD COUNT X Y … STYLE COLOUR`
  private static func link(_ words: [Substring], height: Double) -> PlainLayout.Link? {
    guard words.count > 4, let count = Int(words[3]), (1...words.count).contains(count),
      words.count >= 4 + 2 * count,
      let colour = words.last, colour.hasPrefix("e"), let index = Int(colour.dropFirst())
    else { return nil }
    var points: [Int] = []
    for position in stride(from: 4, to: 4 + 2 * count, by: 2) {
      guard let x = Double(words[position]), let y = Double(words[position + 1]) else { return nil }
      points += [pixels(x), pixels(height - y)]
    }
    return .init(index: index, points: points)
  }

  private static func pixels(_ inches: Double) -> Int {
    inches.isFinite && abs(inches) < 1e6 ? Int((inches * scale).rounded()) : 0
  }
}
