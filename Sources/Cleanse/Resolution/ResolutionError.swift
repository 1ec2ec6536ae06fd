import CleanseGraph

/// The error of a factory that was called to make a value, with the path from the request to the factory.
public struct ResolutionError: Error, Sendable {
  /// A binding on the path of an error.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The type that was being created, with its tag, as they are written in source.
    public let name: String
    /// The source location that completed the binding; nil for a binding of the framework.
    public let location: SourceLocation?
    /// The plugin and the modules that declared the binding.
    public let provenance: Provenance

    /// The type and the source location of its binding.
    public var description: String {
      location.map { "\(name) at \($0)" } ?? name
    }
  }

  /// The error that the factory threw.
  public let underlying: any Error
  /// The bindings from the requested one to the one whose factory threw.
  public let path: [Step]

  /// Creates the error of a factory, for tests with a ``Factory`` or a ``ComponentFactory`` that fails.
  public init(underlying: any Error) {
    self.init(underlying)
  }

  init(_ error: any Error, through step: Step? = nil) {
    let inner = error as? ResolutionError
    underlying = inner?.underlying ?? error
    path = (step.map { [$0] } ?? []) + (inner?.path ?? [])
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The error, followed by the path, whose middle is left out if it is long.
  public var description: String {
    guard let last = path.last else { return "\(underlying)" }
    let names = Abbreviation.names.of(names).joined(separator: " → ")
    return "creating \(last) failed: \(underlying)"
      + (path.count > 1 ? "\n  dependency path: \(names)" : "")
  }

  /// The types on the path. Those of decorators and of what they wrap are the same, so they have their locations.
  private var names: [String] {
    let counts = path.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    return path.map { counts[$0.name] == 1 ? $0.name : $0.description }
  }
}
