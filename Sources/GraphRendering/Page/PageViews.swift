/// The views of a drawing: its plugins as a whole, each plugin from within, and everything at once where
/// that can still be looked at.
struct PageViews {
  /// How many boxes are shown at once without being asked for.
  private static let mostBoxes = 200

  private let drawing: GraphDrawing
  private let labels: ContributorLabels
  private let nodes: [String: GraphDrawing.Node]
  private let nodesOfPlugins: [Int?: [GraphDrawing.Node]]
  /// The places of the arrows from a box, and of those to it.
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
      let dependents = (incoming[edge.to] ?? []).compactMap { owner(of: drawing.edges[$0].from) }
      for dependent in Set(dependents).sorted() {
        view.add(.init(from: dependent, to: edge.from, form: .lost))
      }
    }
    return view
  }

  /// What is of one plugin, with the other plugins that this has to do with as a whole; nothing for one that
  /// has nothing here.
  func part(_ plugin: Int) -> PageView? {
    guard !isEmpty(plugin) else { return nil }
    var view = PageView()
    var near: Set<Int> = []
    for node in nodesOfPlugins[plugin] ?? [] {
      view.add(.init(node), id: node.id)
      // Of collections that it asks for or contributes to, the other sides belong to the view.
      for place in outgoing[node.id] ?? [] {
        near.insert(place)
        let asked = drawing.edges[place].to
        if isShared(asked) { near.formUnion(outgoing[asked] ?? []) }
      }
      for place in incoming[node.id] ?? [] {
        near.insert(place)
        let giving = drawing.edges[place].from
        if isShared(giving) { near.formUnion(incoming[giving] ?? []) }
      }
    }
    for edge in near.sorted().map({ drawing.edges[$0] }) {
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
    nodesOfPlugins[plugin] == nil
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
      for edge in (outgoing[next] ?? []).map({ drawing.edges[$0] })
      where edge.form == .element && seen.insert(edge.to).inserted {
        rest.append(edge.to)
      }
    }
    return ends
  }
}
