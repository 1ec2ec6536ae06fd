extension BindingGraph {
  /// A binding of the root component that is not in the graph, since its contributor was rejected.
  public struct Dropped: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case key, location, provenance, requests
    }

    /// The key of the binding.
    public package(set) var key: Key
    /// The line of the statement that completed the binding.
    public package(set) var location: SourceLocation?
    /// The contributor and the modules that declared it.
    public package(set) var provenance: Provenance

    /// The keys that the binding depends on.
    public package(set) var requests: [Key]

    /// Creates a dropped binding, for tools that construct graphs.
    public init(
      key: Key, location: SourceLocation? = nil, provenance: Provenance = Provenance(),
      requests: [Key] = []
    ) {
      self.key = key
      self.location = location
      self.provenance = provenance
      self.requests = requests
    }

    /// What is left of a binding whose contributor is rejected.
    package init(_ binding: Binding, key: Key? = nil) {
      let requests = binding.requests.flatMap(\.keys)
      self.init(
        key: key ?? binding.key, location: binding.location, provenance: binding.provenance,
        requests: requests)
    }

    /// Reads a dropped binding.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        key: try container.decode(Key.self, forKey: .key),
        location: try container.decodeIfPresent(SourceLocation.self, forKey: .location),
        provenance: try container.decode(Provenance.self, forKey: .provenance),
        requests: try container.decodeIfPresent([Key].self, forKey: .requests) ?? [])
    }

    /// Writes a dropped binding, without an empty list of dependencies.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(key, forKey: .key)
      try container.encodeIfPresent(location, forKey: .location)
      try container.encode(provenance, forKey: .provenance)
      if !requests.isEmpty { try container.encode(requests, forKey: .requests) }
    }

    /// The contributor's name.
    var contributor: String { provenance.origin ?? "a contributor" }

    /// What is equal for the same declaration, whichever contributor includes it.
    fileprivate struct Identity: Hashable {
      let key: Key
      let location: SourceLocation?
    }

    fileprivate var identity: Identity { Identity(key: key, location: location) }
  }

  /// The dropped bindings that no other contributor declares, as one may that includes the same module.
  var lost: [Dropped] {
    guard !dropped.isEmpty else { return [] }
    let kept = Set(bindings.map { Dropped($0).identity })
    return dropped.filter { !kept.contains($0.identity) }
  }
}

extension BindingGraph {
  /// Returns the graph with further dropped bindings of rejected contributors. Duplicates are not added.
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
