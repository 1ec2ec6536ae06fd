import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport

/// The data of the page, as its script reads it.
///
/// Control characters in the texts are written out.
struct PageContents: Encodable {
  /// A plugin, or the application.
  struct Contributor: Encodable {
    /// The id in the drawing: `p2`, or `x0` for a rejected plugin.
    let id: String
    let kind: String
    let name: String
    /// The text of its box.
    let label: String
    var version: String?
    var summary: String?
    var language: String?
    var file: String?
    /// What its code took during a start.
    var milliseconds: Double?
  }

  /// A box of the drawing.
  struct Node: Encodable {
    let id: String
    let kind: GraphDrawing.Node.Kind
    /// The whole key, or the name of a rejected plugin.
    let name: String
    /// The first line of the box.
    let label: String
    /// The index in ``PageContents/contributors``; nil for a box without an owner, or with several.
    let by: Int?
    /// The index in ``PageContents/scopes``.
    let scope: Int?
    let component: String?
    var location: String?
    var modules: [String]?
    /// Its requests, as a parameter spells them.
    var requests: [String]?
    var effect: Effect?
    var entry: String?
    var signature: String?
    /// The stage in which the service starts; 0 for one that waits for itself.
    var stage: Int?
    /// The services that it starts after: indices in ``PageContents/nodes``.
    var startsAfter: [Int]?
    /// What making it took during a start.
    var milliseconds: Double?
    let isRoot: Bool?
    let isReplaced: Bool?
  }

  /// An arrow of the drawing.
  struct Edge: Encodable {
    /// Indices in ``PageContents/nodes``.
    let from: Int
    let to: Int
    let form: GraphDrawing.Edge.Form
    /// The index in the requests of the dependent.
    let request: Int?
  }

  let title: String
  /// The description of the part of the graph that is drawn; nil for the whole graph.
  let part: String?
  let contributors: [Contributor]
  let scopes: [String]
  let nodes: [Node]
  let edges: [Edge]
  /// The indices in ``nodes`` of the root of the application.
  let roots: [Int]
  let findings: [PageFinding]
  let pictures: PagePictures
}

extension GraphDrawing.Node.Kind: Encodable {}
extension GraphDrawing.Edge.Form: Encodable {}

extension PageContents {
  init(
    of drawing: GraphDrawing, _ combination: CombinedGraph, title: String, times: PageTimes,
    pictures: PagePictures
  ) {
    self.title = PlainText.escaped(title)
    part = drawing.part.map(PlainText.escaped)
    self.pictures = pictures
    contributors = Contributor.all(of: drawing, combination.entries, times)
    let scopes = drawing.nodes.compactMap(\.scope).distinct()
    self.scopes = scopes.map(PlainText.escaped)
    let graph = combination.graph
    let boxes = Dictionary(
      keepingFirst: drawing.nodes.indices.flatMap { index in
        drawing.nodes[index].bindings.map { ($0, index) }
      })
    nodes = drawing.nodes.map { Node($0, in: graph, times, scopes: scopes, boxes: boxes) }
    roots = drawing.nodes.indices.filter {
      drawing.nodes[$0].isRoot && drawing.nodes[$0].component == .root
    }
    let indices = Dictionary(
      uniqueKeysWithValues: drawing.nodes.indices.map { (drawing.nodes[$0].id, $0) })
    edges = drawing.edges.compactMap { edge in
      guard let from = indices[edge.from], let to = indices[edge.to] else { return nil }
      return Edge(from: from, to: to, form: edge.form, request: edge.request?.number)
    }
    let ends = Dictionary(keepingFirst: drawing.edges.map { ($0.id, $0.from) })
    findings = drawing.findings.map { PageFinding($0, ends: ends) }
  }
}

extension PageContents.Contributor {
  /// The contributors of the drawing, then the rejected plugins.
  fileprivate static func all(
    of drawing: GraphDrawing, _ entries: [PluginEntry], _ times: PageTimes
  ) -> [Self] {
    let labels = ContributorLabels(of: drawing)
    let used = Dictionary(
      keepingFirst: entries.filter { $0.status == .ok }.map { ($0.identifier ?? "", $0) })
    let contributors = drawing.plugins.enumerated().map { index, plugin in
      var contributor = Self(
        id: "p\(index)", kind: plugin.identifier == nil ? "application" : "plugin",
        name: plugin.identifier ?? "Application", label: labels.label(of: plugin.identifier),
        plugin.identifier.flatMap { used[$0] })
      contributor.milliseconds = times.milliseconds(of: plugin.identifier)
      return contributor
    }
    // The boxes of rejected plugins are numbered in the order of the entries.
    let drawn = Set(drawing.nodes.map(\.id))
    let rejected = entries.filter { $0.status == .rejected }.enumerated()
      .map { index, entry in
        Self(
          id: "x\(index)", kind: "rejected", name: entry.name,
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
  /// - Parameter boxes: The boxes of bindings, by index.
  fileprivate init(
    _ node: GraphDrawing.Node, in graph: BindingGraph, _ times: PageTimes, scopes: [String],
    boxes: [BindingIndex: Int]
  ) {
    let binding = node.bindings.first.map { graph[$0] }
    let requests = node.kind == .collection ? [] : binding?.requests ?? []
    self.init(
      id: node.id, kind: node.kind,
      name: PlainText.escaped(node.key?.description ?? node.lines.first ?? node.id),
      label: PlainText.escaped(node.lines.first ?? node.id), by: node.plugin,
      scope: node.scope.flatMap(scopes.firstIndex),
      component: graph.components.count > 1
        ? node.component.map { PlainText.escaped(graph[$0].name) } : nil,
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
    milliseconds = node.kind == .collection ? nil : times.milliseconds(of: binding)
    guard let service = graph.service(of: binding) else { return }
    stage = service.stage ?? 0
    startsAfter = service.predecessors.compactMap { boxes[$0] }
  }
}
