extension BindingGraph {
  /// Merges declarations that were recorded apart, gives names of a guest language the meaning that others give them, and
  /// resolves the result.
  ///
  /// - Parameters:
  ///   - parts: At least one, each of them well-formed. What the application declares is taken of the first.
  ///   - contributors: Without the application. Whoever is left out is not there.
  package init(
    merging parts: consuming [Declarations], _ contributors: [DeclarationMerger.Contributor]
  ) {
    var declarations = DeclarationMerger.merge(parts, contributors)
    // What was taken of them is in the merged declarations.
    parts = []
    declarations.names?.resolve(&declarations)
    self.init(declarations)
  }
}
