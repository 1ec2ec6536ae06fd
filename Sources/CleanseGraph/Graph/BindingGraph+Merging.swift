extension BindingGraph {
  /// Merges declarations that were recorded separately, and resolves the names of the guest language and the result.
  ///
  /// - Parameters:
  ///   - parts: At least one, each well-formed. The application's own declarations come from the first.
  ///   - contributors: The contributors to include, without the application.
  package init(
    merging parts: consuming [Declarations], _ contributors: [DeclarationMerger.Contributor]
  ) {
    var declarations = DeclarationMerger.merge(parts, contributors)
    // Frees the parts before the result is resolved, which needs only the merged declarations.
    parts = []
    declarations.names?.resolve(&declarations)
    self.init(declarations)
  }
}
