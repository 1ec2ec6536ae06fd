import CleanseGraph

/// Thrown when a factory threw while a value was being made: its error, and the way to it from
/// whoever asked.
public struct ResolutionError: Error, Sendable {
  /// A binding on the way.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The type that was being made, with its tag, as one would write them.
    public let name: String
    /// The line that completed the binding.
    public let location: SourceLocation?
    /// Who declared it.
    public let provenance: Provenance

    /// The type, and where it is bound.
    public var description: String {
      location.map { "\(name) at \($0)" } ?? name
    }
  }

  /// What the factory threw.
  public let underlying: any Error
  /// From the binding that was asked for to the one whose factory threw.
  public let path: [Step]

  init(_ error: any Error, through step: Step? = nil) {
    let inner = error as? ResolutionError
    underlying = inner?.underlying ?? error
    path = (step.map { [$0] } ?? []) + (inner?.path ?? [])
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The error, and the path below it.
  public var description: String {
    guard let last = path.last else { return "\(underlying)" }
    let way = path.map(\.name).joined(separator: " → ")
    return "making \(last) failed: \(underlying)"
      + (path.count > 1 ? "\n  asked for by \(way)" : "")
  }
}
