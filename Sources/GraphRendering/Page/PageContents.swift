import CleansePluginHost
import CleanseSupport

/// What the page knows of a graph, as its script reads it.
///
/// All texts are safe to show: what acts instead of showing is written out.
struct PageContents: Encodable {
  /// A plugin, or the application.
  struct Contributor: Encodable {
    /// The id that it has in the drawing: `p2`, or `x0` for one that was rejected.
    let id: String
    let kind: String
    let name: String
    /// What stands in its box.
    let label: String
    var version: String?
    var summary: String?
    var language: String?
    var file: String?
  }

  /// A box of the drawing.
  struct Node: Encodable {
    let id: String
    let kind: GraphDrawing.Node.Kind
    /// The whole name.
    let name: String
    /// What stands in the box.
    let label: String
    /// The place in ``PageContents/contributors``; nothing for what is of none, or of several.
    let by: Int?
    /// The place in ``PageContents/scopes``.
    let scope: Int?
    let component: String?
    var location: String?
    var modules: [String]?
    /// What it asks for, as one would write it.
    var requests: [String]?
    var effect: Effect?
    var entry: String?
    var signature: String?
    let isRoot: Bool?
    let isReplaced: Bool?
  }

  /// An arrow of the drawing.
  struct Edge: Encodable {
    /// Places in ``PageContents/nodes``.
    let from: Int
    let to: Int
    let form: GraphDrawing.Edge.Form
    /// The place in the requests of the node that asks.
    let request: Int?
  }

  let title: String
  /// What part of the graph is drawn, in words; nothing for all of it.
  let part: String?
  let contributors: [Contributor]
  let scopes: [String]
  let nodes: [Node]
  let edges: [Edge]
  /// The places in ``nodes`` of what the application's root is.
  let roots: [Int]
  let findings: [PageFinding]
  let pictures: PagePictures
}

extension GraphDrawing.Node.Kind: Encodable {}
extension GraphDrawing.Edge.Form: Encodable {}

extension PageContents {
  init(
    of drawing: GraphDrawing, _ combination: Combination, title: String, pictures: PagePictures
  ) {
    self.title = PlainText.escaped(title)
    part = drawing.part.map(PlainText.escaped)
    self.pictures = pictures
    contributors = Contributor.all(of: drawing, combination.entries)
    var scopes: [String] = []
    for scope in drawing.nodes.compactMap(\.scope) where !scopes.contains(scope) {
      scopes.append(scope)
    }
    self.scopes = scopes.map(PlainText.escaped)
    let graph = combination.graph
    nodes = drawing.nodes.map { Node($0, in: graph, scopes: scopes) }
    roots = drawing.nodes.indices.filter {
      drawing.nodes[$0].isRoot && drawing.nodes[$0].component == 0
    }
    let places = Dictionary(
      uniqueKeysWithValues: drawing.nodes.indices.map { (drawing.nodes[$0].id, $0) })
    edges = drawing.edges.compactMap { edge in
      guard let from = places[edge.from], let to = places[edge.to] else { return nil }
      return Edge(from: from, to: to, form: edge.form, request: edge.request)
    }
    let ends = Dictionary(drawing.edges.map { ($0.id, $0.from) }) { first, _ in first }
    findings = drawing.findings.map { PageFinding($0, ends: ends) }
  }
}

extension PageContents.Contributor {
  /// Those of the drawing, then those that were rejected.
  fileprivate static func all(of drawing: GraphDrawing, _ entries: [PluginEntry]) -> [Self] {
    let labels = ContributorLabels(of: drawing)
    let used = Dictionary(
      entries.filter { $0.status == .ok }.map { ($0.identifier ?? "", $0) }
    ) { first, _ in first }
    let contributors = drawing.plugins.enumerated().map { place, plugin in
      Self(
        id: "p\(place)", kind: plugin.identifier == nil ? "application" : "plugin",
        name: plugin.identifier ?? "Application", label: labels.label(of: plugin.identifier),
        plugin.identifier.flatMap { used[$0] })
    }
    // The boxes of those that were rejected have the numbers of their entries.
    let drawn = Set(drawing.nodes.map(\.id))
    let rejected = entries.filter { $0.status == .rejected }.enumerated()
      .map { place, entry in
        Self(
          id: "x\(place)", kind: "rejected", name: entry.name,
          label: labels.label(of: entry.name), entry)
      }
      .filter { drawn.contains($0.id) }
    return contributors + rejected
  }

  private init(id: String, kind: String, name: String, label: String, _ entry: PluginEntry?) {
    self.init(
      id: id, kind: kind, name: PlainText.escaped(name), label: PlainText.escaped(label),
      version: entry?.version.map(PlainText.escaped),
      summary: entry?.summary.map(PlainText.escaped),
      language: entry?.language.map(PlainText.escaped),
      file: entry.map { PlainText.escaped($0.file) })
  }
}

extension PageContents.Node {
  fileprivate init(_ node: GraphDrawing.Node, in graph: BindingGraph, scopes: [String]) {
    let binding = node.bindings.first.map { graph.bindings[$0] }
    let requests = node.kind == .collection ? [] : binding?.requests ?? []
    self.init(
      id: node.id, kind: node.kind,
      name: PlainText.escaped(node.key?.description ?? node.lines.first ?? node.id),
      label: PlainText.escaped(node.lines.first ?? node.id), by: node.plugin,
      scope: node.scope.flatMap(scopes.firstIndex),
      component: graph.components.count > 1
        ? node.component.map { PlainText.escaped(graph.components[$0].name) } : nil,
      isRoot: node.isRoot ? true : nil, isReplaced: node.isReplaced ? true : nil)
    guard let binding else { return }
    location = (binding.location?.description).map(PlainText.escaped)
    modules =
      binding.provenance.modules.isEmpty
      ? nil : binding.provenance.modules.map(PlainText.escaped)
    self.requests = requests.isEmpty ? nil : requests.map { PlainText.escaped($0.phrase) }
    effect = binding.effect
    entry = binding.entry.map(PlainText.escaped)
    signature = binding.signature.map(PlainText.escaped)
  }

  private init(
    id: String, kind: GraphDrawing.Node.Kind, name: String, label: String, by: Int?, scope: Int?,
    component: String?, isRoot: Bool?, isReplaced: Bool?
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.label = label
    self.by = by
    self.scope = scope
    self.component = component
    self.isRoot = isRoot
    self.isReplaced = isReplaced
  }
}
