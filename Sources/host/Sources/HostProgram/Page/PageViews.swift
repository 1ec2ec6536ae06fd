/// The views of a drawing: its plugins as a whole, each plugin from within, and everything at once where
/// that can still be looked at.
struct PageViews {
  /// How many boxes are shown at once without being asked for.
  private static let mostBoxes = 200

  private let drawing: GraphDrawing
  private let nodes: [String: GraphDrawing.Node]
  private let elements: [String: [String]]
  private let askers: [String: [String]]
  private let labels: ContributorLabels

  init(of drawing: GraphDrawing) {
    self.drawing = drawing
    labels = ContributorLabels(of: drawing)
    nodes = Dictionary(uniqueKeysWithValues: drawing.nodes.map { ($0.id, $0) })
    let parts = drawing.edges.filter { $0.form == .element }
    elements = Dictionary(grouping: parts, by: \.from).mapValues { $0.map(\.to) }
    askers = Dictionary(grouping: drawing.edges.filter { $0.form != .lost }, by: \.to)
      .mapValues { $0.map(\.from) }
  }

  /// The plugins, those that were rejected as well, and which of them needs which.
  var overview: PageView {
    var view = PageView()
    for (place, plugin) in drawing.plugins.enumerated() where !isEmpty(place) {
      let name = labels.label(of: plugin.identifier)
      view.add(.init(plugin: "p\(place)", named: name, isTall: true), id: "p\(place)")
    }
    for node in drawing.nodes where node.kind == .rejected {
      view.add(
        .init(plugin: node.id, named: labels.label(of: node.lines.first ?? ""), isTall: true),
        id: node.id)
    }
    for edge in drawing.edges {
      guard let from = owner(of: edge.from), edge.form != .element else { continue }
      let ends = edge.form == .lost ? [] : ends(of: edge.to)
      for to in ends where to != from {
        view.add(.init(from: from, to: to, form: .instance))
      }
    }
    for edge in drawing.edges where edge.form == .lost {
      // Who asks for what a rejected plugin would have bound needs that plugin.
      for asker in Set((askers[edge.to] ?? []).compactMap(owner)).sorted() {
        view.add(.init(from: asker, to: edge.from, form: .lost))
      }
    }
    return view
  }

  /// What is of one plugin, with the other plugins that this has to do with as a whole; nothing for one that
  /// has nothing here.
  func part(_ plugin: Int) -> PageView? {
    guard !isEmpty(plugin) else { return nil }
    let isOwn = { (id: String) in nodes[id]?.plugin == plugin }
    // Collections that it asks for or contributes to: their other sides belong to the view.
    let asked = Set(drawing.edges.filter { isOwn($0.from) }.map(\.to).filter(isShared))
    let given = Set(drawing.edges.filter { isOwn($0.to) }.map(\.from).filter(isShared))
    var view = PageView()
    for node in drawing.nodes where node.plugin == plugin { view.add(.init(node), id: node.id) }
    for edge in drawing.edges {
      let isNear =
        isOwn(edge.from) || isOwn(edge.to) || asked.contains(edge.from) || given.contains(edge.to)
      guard isNear else { continue }
      let (from, to) = (shown(edge.from, in: &view), shown(edge.to, in: &view))
      if from != to { view.add(.init(from: from, to: to, form: edge.form)) }
    }
    return view
  }

  /// Every box, those of each plugin together; nothing where there are too many.
  var everything: PageView? {
    guard drawing.nodes.count <= Self.mostBoxes else { return nil }
    var view = PageView()
    for node in drawing.nodes {
      view.add(
        node.kind == .rejected
          ? .init(plugin: node.id, named: labels.label(of: node.lines.first ?? ""), isTall: false)
          : .init(node, group: node.plugin), id: node.id)
    }
    for edge in drawing.edges { view.add(.init(from: edge.from, to: edge.to, form: edge.form)) }
    return view
  }

  private func isEmpty(_ plugin: Int) -> Bool {
    !drawing.nodes.contains { $0.plugin == plugin }
  }

  /// What stands between plugins: it is shown itself, wherever it is.
  private func isShared(_ id: String) -> Bool {
    guard let node = nodes[id] else { return false }
    return [.collection, .missing, .rejected].contains(node.kind)
  }

  /// The id of the box that stands for a node, in a view that does not show those of other plugins.
  private func shown(_ id: String, in view: inout PageView) -> String {
    guard view.places[id] == nil, let node = nodes[id] else { return id }
    guard !isShared(id), let plugin = node.plugin else {
      let isPlugin = node.kind == .rejected
      view.add(
        isPlugin
          ? .init(plugin: id, named: labels.label(of: node.lines.first ?? ""), isTall: false)
          : .init(node), id: id)
      return id
    }
    let name = labels.label(of: drawing.plugins[plugin].identifier)
    view.add(.init(plugin: "p\(plugin)", named: name, isTall: false), id: "p\(plugin)")
    return "p\(plugin)"
  }

  private func owner(of id: String) -> String? { nodes[id]?.plugin.map { "p\($0)" } }

  /// The plugins that something leads to: beyond a collection, those of its parts.
  private func ends(of id: String) -> [String] {
    var ends: [String] = []
    var seen: Set<String> = [id]
    var rest = [id]
    while let next = rest.popLast() {
      guard nodes[next]?.kind == .collection else {
        if let owner = owner(of: next) { ends.append(owner) }
        continue
      }
      for part in elements[next] ?? [] where seen.insert(part).inserted { rest.append(part) }
    }
    return ends
  }
}
