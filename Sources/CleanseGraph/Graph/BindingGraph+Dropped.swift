extension BindingGraph {
  /// What a contributor that was rejected would have bound in the root component.
  public struct Dropped: Hashable, Sendable, Codable {
    /// What it would be a binding of.
    public var key: Key
    /// The line that completed the binding.
    public var location: SourceLocation?
    /// Who declared it, and through which modules.
    public var provenance: Provenance

    /// A binding that is not there, for tools that make up a graph of their own.
    public init(key: Key, location: SourceLocation? = nil, provenance: Provenance = Provenance()) {
      self.key = key
      self.location = location
      self.provenance = provenance
    }

    /// The contributor's name.
    var contributor: String { provenance.origin ?? "a contributor" }
  }
}

extension BindingGraph {
  /// The graph with more that is not there, which rejected contributors would have bound. What is known of
  /// already stays as it is.
  package func addingDropped(_ further: [Dropped]) -> BindingGraph {
    guard !further.isEmpty else { return self }
    let known = Set(dropped)
    let further = further.filter { !known.contains($0) }
    guard !further.isEmpty else { return self }
    var declarations = declarations
    declarations.dropped += further
    return BindingGraph(declarations)
  }
}
