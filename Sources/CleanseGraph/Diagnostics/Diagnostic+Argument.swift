extension Diagnostic {
  /// One fact that identifies a finding, as data: a file, a symbol, an option, a hop of a cycle.
  public struct Argument: Hashable, Sendable, Codable {
    /// The kind of the value: `file`, `key`, `symbol`, `library`, `hop`, `option`, and so on.
    public package(set) var name: String
    /// The value, which has to be the same on every machine and in every run: no directory, line, count or
    /// measurement.
    public package(set) var value: String

    /// Creates an argument. The name is arbitrary, and repeated if there are several values.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension [Diagnostic.Argument] {
  /// The hops of a cycle, beginning with the least name. A cycle has no first hop, and the one that a search
  /// finds first may change with unrelated bindings.
  ///
  /// - Complexity: Linear, except for a cycle whose least name occurs several times.
  package static func hops(_ names: [String]) -> Self {
    func rotation(from start: Int) -> some Sequence<String> {
      [names[start...], names[..<start]].joined()
    }
    let least = names.min()
    let start = names.indices.filter { names[$0] == least }
      .min { rotation(from: $0).lexicographicallyPrecedes(rotation(from: $1)) }
    guard let start else { return [] }
    return rotation(from: start).map { Diagnostic.Argument("hop", $0) }
  }
}
