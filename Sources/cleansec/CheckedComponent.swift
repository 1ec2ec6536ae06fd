import CleanseGraph

/// A root component that was checked, or that ended the process which checked it.
struct CheckedComponent: Decodable {
  /// The qualified name, as findings write it.
  let component: String
  /// The number of bindings of the graph.
  let bindings: Int
  var findings: [Diagnostic]
  /// The graph; nil without findings, or if it was not recorded.
  let graph: BindingGraph?
}

/// The result for all components of a package.
struct CheckedPackage {
  var components: [CheckedComponent] = []
  /// The names of generic components, which were not checked.
  var generic: [String] = []
}
