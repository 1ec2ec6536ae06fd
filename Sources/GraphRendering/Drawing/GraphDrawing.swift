package import CleansePluginHost

/// What is drawn of a graph, as data: boxes, arrows between them, and frames around them.
///
/// Everything has an id that is the same in each format, and for the same graph the same whatever part
/// of it is drawn:
///
/// - `b12`: the binding at place 12 of the graph.
/// - `k4`: a collection; 4 is the place of the first binding of its key in its component. Who asks for
///   the collection leads to this box, and the box leads to the contributions, so that *n* who ask for
///   *m* contributions are *n* + *m* arrows. Declarations have no box of their own; the collection's
///   stands for them.
/// - `m12-0`: a key that nothing answers; request 0 of binding 12 is the first that asks for it.
/// - `r1`: the root of component 1, where nothing binds it.
/// - `x0`: a plugin that was rejected.
/// - `e12-0`: an arrow from binding 12 to what answers its request 0; further ones of the same request,
///   which is then bound several times, are `e12-0-1` and so on.
/// - `b5_b9`: any other arrow, by both of its ends.
/// - `p2` and `c1`: the frame of a plugin, in the order of ``plugins``, or of a component.
///
/// In the SVG that ``DotWriter`` and ``GraphvizLayout`` make, these ids stand at the elements `<g>` of
/// boxes, arrows and frames, with classes beside them: `node`, `edge` or `cluster`, the raw value of the
/// ``Node/Kind-swift.enum`` or ``Edge/Form-swift.enum``, `plugin2` for the plugin at place 2 of
/// ``plugins``, and `root`, `shared`, `value`, `replaced`, `error`, `warning` or `note` where that is
/// so. The `<title>` of a box is its id as well, that of an arrow `b5->b9`.
///
/// The texts are what a plugin says, and not escaped: each writer does that by its format's rules.
package struct GraphDrawing: Sendable {
  /// What the frames stand for.
  package enum Grouping: String, CaseIterable, Sendable {
    case plugin
    case component
  }

  /// A box.
  struct Node: Sendable {
    /// What the box stands for.
    enum Kind: String, CaseIterable, Sendable {
      /// A binding that answers its key alone.
      case single
      case contribution
      case collection
      /// The declaration that a key may have no value, where it has none.
      case optional
      case seed
      /// The factory of an inner component.
      case subcomponent
      /// A key that is asked for and that nothing binds.
      case missing
      /// A plugin that was rejected.
      case rejected
    }

    let id: String
    let kind: Kind
    /// The place in ``GraphDrawing/plugins``; nothing for what is of none, or of several.
    let plugin: Int?
    /// The place of the component; nothing for a plugin.
    let component: Int?
    /// What it answers to; nothing for a plugin.
    let key: Key?
    /// The places of the bindings that it stands for, the one that it is about first.
    var bindings: [Int] = []
    /// What is written into the box: the name, then remarks; a line each, of any length.
    var lines: [String]
    /// Everything that is to be known of it, the whole name first; a line each.
    var details: [String]
    /// The scope in which the instance is shared.
    var scope: String?
    /// Whether it is the root of its component.
    var isRoot = false
    /// Whether its value is one for all time.
    var isValue = false
    /// Whether an override stands in its place.
    var isReplaced = false
    /// The frame around it.
    var cluster: String?
    /// The places in ``GraphDrawing/findings``.
    var findings: [Int] = []
    /// The severity of the worst of these.
    var severity: Diagnostic.Severity?

    /// Whether it stands for what is not there.
    var isAbsent: Bool { kind == .missing || kind == .rejected }
  }

  /// An arrow, mostly from who asks to what answers.
  struct Edge: Sendable {
    /// What the arrow says.
    enum Form: String, CaseIterable, Sendable {
      /// A request of the value itself.
      case instance
      /// A request of something that makes the value later.
      case provider
      case optional
      case weak
      /// From a collection to a part of it, or to the one further out that comes first.
      case element
      /// From the factory of an inner component to the root of that.
      case builds
      /// From an override to what it replaces.
      case replaces
      /// From a rejected plugin to what it would have bound and nothing else does.
      case lost
    }

    let id: String
    /// The ids of both boxes.
    let from: String
    let to: String
    let form: Form
    /// Everything that is to be known of it; a line each.
    var details: [String]
    /// For a request, its place in those of the binding.
    var request: Int?
    /// The places in ``GraphDrawing/findings``.
    var findings: [Int] = []
    /// The severity of the worst of these.
    var severity: Diagnostic.Severity?
  }

  /// A frame.
  struct Cluster: Sendable {
    let id: String
    let title: String
    /// What is to be known of it beyond the title; a line each.
    let details: [String]
    /// The place in ``GraphDrawing/plugins``, where it is the frame of one.
    let plugin: Int?
    /// The frame around it.
    let parent: String?
  }

  /// Who brought bindings.
  struct Contributor: Sendable {
    /// The identifier of the plugin; nothing for the application.
    let identifier: String?

    /// What to call it.
    var name: String { identifier ?? "the application" }
  }

  /// A finding, and where it is drawn.
  struct Finding: Sendable {
    let diagnostic: Diagnostic
    /// The ids of boxes, arrows and frames that it is about, the main one first; none for what is not
    /// drawn.
    var places: [String] = []
  }

  /// A plugin that is not in the graph, as it was rejected.
  struct Rejection: Sendable {
    /// Its identifier, or the name of its file.
    let name: String
    let identifier: String?
    /// The code of the first error.
    let code: String
    /// Why it was rejected.
    let findings: [Diagnostic]
  }

  let grouping: Grouping
  /// The application first, then the plugins in the order of their first bindings.
  var plugins: [Contributor]
  /// Each frame before those inside of it.
  var clusters: [Cluster]
  /// In the order of the bindings.
  var nodes: [Node]
  /// In the order of who asks.
  var edges: [Edge]
  /// What is wrong with the plugins, then what is wrong with the graph.
  var findings: [Finding]
  /// What part of the graph is drawn, in words; nothing for all of it.
  var part: String?
}

extension GraphDrawing {
  /// The drawing of a whole graph.
  package init(of combination: Combination, by grouping: Grouping) {
    let rejections = combination.entries.compactMap { entry in
      entry.rejection.map {
        Rejection(
          name: entry.name, identifier: entry.identifier, code: $0, findings: entry.diagnostics)
      }
    }
    self.init(
      of: combination.graph, findings: combination.findings,
      ofGraph: Set(combination.diagnostics), rejections: rejections, by: grouping)
  }

  /// The drawing of a whole graph, from its parts.
  ///
  /// - Parameters:
  ///   - findings: All that is to be told.
  ///   - ofGraph: Those among them whose subjects are places of this graph; one that was found in a
  ///     plugin alone may tell places of the graph of that plugin.
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
