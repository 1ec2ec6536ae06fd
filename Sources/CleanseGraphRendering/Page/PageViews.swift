/// The views of a drawing: the overview of its plugins, each plugin with its bindings, and all bindings of a graph
/// that is small enough.
struct PageViews {
  /// The most boxes in the view of all bindings.
  private static let mostBoxes = 200

  private let drawing: GraphDrawing
  private let labels: ContributorLabels
  private let nodes: [String: GraphDrawing.Node]
  private let nodesOfPlugins: [Int?: [GraphDrawing.Node]]
  /// The indices of the arrows from each box, and of those to it.
  private let outgoing: [String: [Int]]
  private let incoming: [String: [Int]]

  init(of drawing: GraphDrawing) {
    self.drawing = drawing
    labels = ContributorLabels(of: drawing)
    nodes = Dictionary(uniqueKeysWithValues: drawing.nodes.map { ($0.id, $0) })
    nodesOfPlugins = Dictionary(grouping: drawing.nodes, by: \.plugin)
    outgoing = Dictionary(grouping: drawing.edges.indices) { drawing.edges[$0].from }
    incoming = Dictionary(grouping: drawing.edges.indices) { drawing.edges[$0].to }
  }

  /// The plugins, including rejected ones, and the dependencies between them.
  var overview: PageView {
    var view = PageView()
    for (index, plugin) in drawing.plugins.enumerated() where !isEmpty(index) {
      let name = labels.label(of: plugin.identifier)
      view.add(.init(plugin: "p\(index)", named: name, isTall: true), id: "p\(index)")
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
      // The dependents of a key that a rejected plugin would have bound depend on that plugin.
      let dependents = (incoming[edge.to] ?? []).compactMap { owner(of: drawing.edges[$0].from) }
      for dependent in Set(dependents).sorted() {
        view.add(.init(from: dependent, to: edge.from, form: .lost))
      }
    }
    return view
  }

  /// The bindings of one plugin, with adjacent plugins as single boxes; nil for a plugin without a box in the
  /// drawing.
  func part(_ plugin: Int) -> PageView? {
    guard !isEmpty(plugin) else { return nil }
    var view = PageView()
    var near: Set<Int> = []
    for node in nodesOfPlugins[plugin] ?? [] {
      view.add(.init(node), id: node.id)
      // The contributions and the dependents of a collection that the plugin uses belong to the view.
      for edge in outgoing[node.id] ?? [] {
        near.insert(edge)
        let dependency = drawing.edges[edge].to
        if isShared(dependency) { near.formUnion(outgoing[dependency] ?? []) }
      }
      for edge in incoming[node.id] ?? [] {
        near.insert(edge)
        let dependent = drawing.edges[edge].from
        if isShared(dependent) { near.formUnion(incoming[dependent] ?? []) }
      }
    }
    for edge in near.sorted().map({ drawing.edges[$0] }) {
      let (from, to) = (shown(edge.from, in: &view), shown(edge.to, in: &view))
      if from != to { view.add(.init(from: from, to: to, form: edge.form)) }
    }
    return view
  }

  /// All boxes, grouped by plugin; nil where there are too many.
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
    nodesOfPlugins[plugin] == nil
  }

  /// Whether a box belongs to no single plugin, so that each view shows it.
  private func isShared(_ id: String) -> Bool {
    guard let node = nodes[id] else { return false }
    return [.collection, .missing, .rejected].contains(node.kind)
  }

  /// The id of the box for a node in the view of a plugin. A node of another plugin is shown as the box of that
  /// plugin.
  private func shown(_ id: String, in view: inout PageView) -> String {
    guard view.indices[id] == nil, let node = nodes[id] else { return id }
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

  /// The plugins that an arrow leads to: for a collection, those of its contributions.
  private func ends(of id: String) -> [String] {
    var ends: [String] = []
    var seen: Set<String> = [id]
    var rest = [id]
    while let next = rest.popLast() {
      guard nodes[next]?.kind == .collection else {
        if let owner = owner(of: next) { ends.append(owner) }
        continue
      }
      for edge in (outgoing[next] ?? []).map({ drawing.edges[$0] })
      where edge.form == .element && seen.insert(edge.to).inserted {
        rest.append(edge.to)
      }
    }
    return ends
  }
}
