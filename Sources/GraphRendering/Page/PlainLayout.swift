/// One layout as `dot -Tplain` writes it, with the origin at the top and in pixels.
struct PlainLayout {
  /// A box by its name, which is a number.
  struct Node {
    let place: Int
    let x: Int
    let y: Int
  }

  /// A curve by the number in its colour: a point, then three for each Bézier curve.
  struct Link {
    let place: Int
    let points: [Int]
  }

  fileprivate(set) var width = 0
  fileprivate(set) var height = 0
  /// In the order of their names, as none is left out.
  fileprivate(set) var nodes: [Node] = []
  fileprivate(set) var links: [Link] = []
}

/// The layouts of several graphs, one after the other.
struct PlainLayouts: IteratorProtocol {
  /// Graphviz measures in inches.
  private static let scale = 72.0

  private var lines: ArraySlice<Substring>

  init(_ text: String) {
    lines = text.split(separator: "\n")[...]
  }

  /// The next layout; nothing where there is none, or it is not whole.
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
        guard words.count > 3, let place = Int(words[1]), let x = Double(words[2]),
          let y = Double(words[3])
        else { return nil }
        layout.nodes.append(.init(place: place, x: Self.pixels(x), y: Self.pixels(height - y)))
      case "edge":
        guard let link = Self.link(words, height: height) else { return nil }
        layout.links.append(link)
      case "stop":
        layout.nodes.sort { $0.place < $1.place }
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
      let colour = words.last, colour.hasPrefix("e"), let place = Int(colour.dropFirst())
    else { return nil }
    var points: [Int] = []
    for position in stride(from: 4, to: 4 + 2 * count, by: 2) {
      guard let x = Double(words[position]), let y = Double(words[position + 1]) else { return nil }
      points += [pixels(x), pixels(height - y)]
    }
    return .init(place: place, points: points)
  }

  private static func pixels(_ inches: Double) -> Int {
    inches.isFinite && abs(inches) < 1e6 ? Int((inches * scale).rounded()) : 0
  }
}
