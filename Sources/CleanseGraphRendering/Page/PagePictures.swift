/// The layouts of the views.
struct PagePictures: Encodable {
  let overview: PagePicture
  /// The views of the plugins, by index; nil for a plugin without a box in the drawing.
  let parts: [PagePicture?]
  let all: PagePicture?

  /// Lays out all views with one run of Graphviz.
  ///
  /// - Throws: A ``GraphvizError`` when a view is too large, or Graphviz is not installed or fails.
  init(
    of views: PageViews, plugins: Int, through layout: GraphvizLayout
  ) throws(GraphvizError) {
    let overview = views.overview
    let parts = (0..<plugins).map(views.part)
    let all = views.everything
    let drawn = [overview] + parts.compactMap { $0 } + [all].compactMap { $0 }
    for view in drawn {
      try GraphvizLayout.check(boxes: view.boxes.count, arrows: view.links.count)
    }
    // Only the layouts show which direction needs less room.
    let text = drawn.map { view in PageView.Direction.allCases.map(view.dot).joined() }.joined()
    var pictures = try layout.output(of: text, as: "plain", called: "layout") {
      Self.pictures(of: drawn, in: $0)
    }[...]
    self.overview = pictures.removeFirst()
    self.parts = parts.map { $0 == nil ? nil : pictures.removeFirst() }
    self.all = pictures.first
  }

  /// One picture for each view, in the direction in which it needs less room; nil where a layout is missing or
  /// incomplete.
  private static func pictures(of views: [PageView], in text: String) -> [PagePicture]? {
    var layouts = PlainLayouts(text)
    var pictures: [PagePicture] = []
    for view in views {
      var best: PagePicture?
      for _ in PageView.Direction.allCases {
        guard let layout = layouts.next(), layout.nodes.count == view.boxes.count else {
          return nil
        }
        let picture = PagePicture(view, layout)
        if picture.extent < best?.extent ?? .infinity { best = picture }
      }
      guard let best else { return nil }
      pictures.append(best)
    }
    return pictures
  }
}

/// The layout of one view. Lengths are in pixels at scale 1.
struct PagePicture: Encodable {
  /// A box: its id, its centre, its width and its height.
  struct Box: Encodable {
    let id: String
    let numbers: [Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(id)
      for number in numbers { try container.encode(number) }
    }
  }

  /// An arrow: the indices of both boxes, its form, the number of arrows of the drawing that it combines, and the
  /// points of its curve.
  struct Link: Encodable {
    let from: Int
    let to: Int
    let form: GraphDrawing.Edge.Form
    let count: Int
    let points: [Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(from)
      try container.encode(to)
      try container.encode(form)
      try container.encode(count)
      try container.encode(points)
    }
  }

  let width: Int
  let height: Int
  /// Whether the boxes of each plugin are adjacent, so that a frame can be drawn around them.
  let isGrouped: Bool
  let nodes: [Box]
  let links: [Link]

  /// The factor by which it must shrink to fit a window of the usual shape.
  var extent: Double { max(Double(width) / 3, Double(height) / 2) }
}

extension PagePicture {
  fileprivate init(_ view: PageView, _ layout: PlainLayout) {
    self.init(
      width: layout.width, height: layout.height,
      isGrouped: view.boxes.contains { $0.group != nil },
      nodes: layout.nodes.compactMap { node in
        view.boxes.indices.contains(node.index)
          ? Box(
            id: view.boxes[node.index].id,
            numbers: [
              node.x, node.y, Int(view.boxes[node.index].width),
              Int(view.boxes[node.index].height),
            ]) : nil
      },
      links: layout.links.compactMap { link in
        guard view.links.indices.contains(link.index) else { return nil }
        let drawn = view.links[link.index]
        guard let from = view.indices[drawn.from], let to = view.indices[drawn.to] else {
          return nil
        }
        return Link(
          from: from, to: to, form: drawn.form, count: view.counts[drawn] ?? 1, points: link.points)
      })
  }
}
