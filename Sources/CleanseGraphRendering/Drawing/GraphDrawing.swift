// This folder draws a graph as data, and writes it. A `DrawingDraft` collects boxes and arrows; `GraphDrawing` is the
// result, of which parts can be taken, and in which `FindingMarkers` marks findings. `DotWriter` and `MermaidWriter`
// write it, and `GraphvizLayout` lays it out.

package import CleansePluginHost

/// The drawing of a graph as data: boxes, arrows between them, and frames around them.
///
/// Each element has an id, which is the same in each format and in each part of the same graph:
///
/// - `b12`: the binding at index 12 of the graph.
/// - `k4`: a collection; 4 is the index of the first binding of its key in its component. Dependents of the
///   collection have an arrow to this box, and the box has arrows to the contributions, so that *n* dependents
///   and *m* contributions take *n* + *m* arrows. Declarations have no box of their own; they share the
///   collection's.
/// - `m12-0`: a key without a binding; request 0 of binding 12 is the first request for it.
/// - `r1`: the root of component 1, where it has no binding.
/// - `x0`: a rejected plugin.
/// - `e12-0`: an arrow from binding 12 to the binding that provides its request 0. Where a key has several
///   bindings, the other arrows are `e12-0-1` and so on.
/// - `b5_b9`: any other arrow, by the ids of both ends.
/// - `p2`, `c1` and `i0`: the frame of a plugin, in the order of ``plugins``, of a component, or of an island.
///
/// In the SVG that ``DotWriter`` and ``GraphvizLayout`` produce, these are the ids of the elements `<g>` of
/// boxes, arrows and frames. Their classes are `node`, `edge` or `cluster`, the raw value of the
/// ``Node/Kind-swift.enum`` or ``Edge/Form-swift.enum``, `plugin2` for the plugin at index 2 of
/// ``plugins``, and `root`, `shared`, `value`, `replaced`, `error`, `warning` or `note` where these apply.
/// The `<title>` of a box is its id as well; that of an arrow is `b5->b9`.
///
/// The texts come from plugins and are not escaped: each writer escapes them by the rules of its format.
package struct GraphDrawing: Sendable {
  /// The meaning of the frames.
  package enum Grouping: String, CaseIterable, Sendable {
    case plugin
    case component
    /// The plugins that share state, with the shared instances that they use.
    case island
  }

  /// A box.
  struct Node: Sendable {
    /// The kind of thing that a box shows.
    enum Kind: String, CaseIterable, Sendable {
      /// The only binding of its key.
      case single
      /// A binding that wraps what other bindings of its key provide.
      case decorator
      case contribution
      case collection
      /// A declared optional without a value.
      case optional
      case seed
      /// The factory of a subcomponent.
      case subcomponent
      /// A key that is requested and has no binding.
      case missing
      /// A rejected plugin.
      case rejected
    }

    let id: String
    let kind: Kind
    /// The index in ``GraphDrawing/plugins``; nil for a box without an owner, or with several.
    let plugin: Int?
    /// The component; nil for a plugin.
    let component: ComponentIndex?
    /// The key of the binding; nil for a plugin.
    let key: Key?
    /// The bindings that share the box, the main one first.
    var bindings: [BindingIndex] = []
    /// The text of the box: the label, then remarks; a line each, of any length.
    var lines: [String]
    /// The tooltip, the whole name first; a line each.
    var details: [String]
    /// The scope in which the instance is shared.
    var scope: String?
    /// Whether it is the root of its component.
    var isRoot = false
    /// Whether the binding is a constant value.
    var isValue = false
    /// Whether an override replaces it.
    var isReplaced = false
    /// The id of the frame around it.
    var cluster: String?
    /// The indices in ``GraphDrawing/findings``.
    var findings: [Int] = []
    /// The highest severity of these.
    var severity: Diagnostic.Severity?

    /// Whether it shows something that is not in the graph.
    var isAbsent: Bool { kind == .missing || kind == .rejected }
  }

  /// An arrow, usually from a dependent to its dependency.
  struct Edge: Sendable {
    /// The meaning of an arrow.
    enum Form: String, CaseIterable, Sendable {
      /// A request for the value itself.
      case instance
      /// A lazy request, for a provider or a function.
      case provider
      case optional
      case weak
      /// From a collection to a contribution, or to the collection of the parent component, whose elements are
      /// first.
      case element
      /// From the factory of a subcomponent to the root of the subcomponent.
      case builds
      /// From an override to the binding that it replaces.
      case replaces
      /// From a rejected plugin to a missing key that it would have bound.
      case lost
    }

    let id: String
    /// The ids of both boxes.
    let from: String
    let to: String
    let form: Form
    /// The tooltip; a line each.
    var details: [String]
    /// For a request, its index among those of the binding.
    var request: RequestIndex?
    /// The indices in ``GraphDrawing/findings``.
    var findings: [Int] = []
    /// The highest severity of these.
    var severity: Diagnostic.Severity?
  }

  /// A frame.
  struct Cluster: Sendable {
    let id: String
    let title: String
    /// The tooltip after the title; a line each.
    let details: [String]
    /// The index in ``GraphDrawing/plugins``; nil for a component or an island.
    let plugin: Int?
    /// The id of the frame around it.
    let parent: String?
  }

  /// The application, or a plugin that declares bindings.
  struct Contributor: Sendable {
    /// The identifier of the plugin; nil for the application.
    let identifier: String?

    /// The title of its frame.
    var name: String { identifier ?? "the application" }
  }

  /// A finding with the elements of the drawing that it is about.
  struct Finding: Sendable {
    let diagnostic: Diagnostic
    /// The ids of the boxes, arrows and frames that it is about, the main one first; empty where none of them is
    /// drawn.
    var places: [String] = []
  }

  /// A rejected plugin, which is not in the graph.
  struct Rejection: Sendable {
    /// Its identifier, or the name of its file.
    let name: String
    let identifier: String?
    /// The code of the first error.
    let code: String
    /// The reasons for the rejection.
    let findings: [Diagnostic]
  }

  let grouping: Grouping
  /// The application first, then the plugins in the order of their first bindings.
  var plugins: [Contributor]
  /// Each frame before those inside it.
  var clusters: [Cluster]
  /// In the order of the bindings.
  var nodes: [Node]
  /// In the order of the requesters.
  var edges: [Edge]
  /// The findings about the plugins, then those about the graph.
  var findings: [Finding]
  /// The description of the part of the graph that is drawn; nil for the whole graph.
  var part: String?
}

extension GraphDrawing {
  /// The drawing of a whole graph.
  package init(of combination: CombinedGraph, by grouping: Grouping) {
    let rejections = combination.entries.compactMap { entry in
      entry.rejection.map {
        Rejection(
          name: entry.name, identifier: entry.identifier, code: $0, findings: entry.diagnostics)
      }
    }
    self.init(
      of: combination.graph, findings: combination.findings,
      ofGraph: Set(combination.graphFindings), rejections: rejections, by: grouping)
  }

  /// The drawing of a whole graph, from its parts.
  ///
  /// - Parameters:
  ///   - findings: All findings.
  ///   - ofGraph: Those whose subjects refer to indices of this graph. The subject of a finding about a single
  ///     plugin may refer to the graph of that plugin.
  init(
    of graph: BindingGraph, findings: [Diagnostic], ofGraph: Set<Diagnostic>,
    rejections: [Rejection] = [], by grouping: Grouping
  ) {
    var draft = DrawingDraft(of: graph, by: grouping)
    draft.addBindings()
    draft.addRoots()
    draft.addRequests()
    draft.addCollections()
    draft.addOverrides()
    draft.add(rejections)
    self.init(
      grouping: grouping, plugins: draft.plugins, clusters: draft.clusters, nodes: draft.nodes,
      edges: draft.edges, findings: findings.map { Finding(diagnostic: $0) })
    mark(graph, draft, ofGraph: ofGraph, rejections)
  }
}
