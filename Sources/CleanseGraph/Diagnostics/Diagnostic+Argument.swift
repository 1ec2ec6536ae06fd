extension Diagnostic {
  /// One fact that identifies a finding, as data: a file, a symbol, an option, a hop of a cycle.
  public struct Argument: Hashable, Sendable, Codable {
    /// What the value is: `file`, `key`, `symbol`, `library`, `hop`, `option`, and so on.
    public var name: String
    /// The value, which has to be the same on every machine and in every run: no directory, no line, no
    /// count and nothing measured.
    public var value: String

    /// An argument of that name; any name may be given, several times if there are several values.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension [Diagnostic.Argument] {
  /// The hops of a cycle, beginning with the least of them: a cycle has no first hop, and which one a
  /// search finds first changes with bindings that are not part of it.
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
