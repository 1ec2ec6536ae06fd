import CleanseGraph

/// Makes elements of a seed and of what the graph has.
public struct Factory<F: AssistedFactory> {
  private let make: (F.Seed) throws -> F.Element

  /// A factory without a graph, as a test needs it.
  public init(_ make: @escaping @Sendable (F.Seed) throws(F.Failure) -> F.Element) {
    self.make = make
  }

  @usableFromInline
  init(
    linked make: @escaping @Sendable (F.Seed) throws -> F.Element,
    step: @escaping @Sendable () -> ResolutionError.Step
  ) {
    guard F.Failure.self != Never.self else {
      self.make = make
      return
    }
    self.make = { seed in
      do {
        return try make(seed)
      } catch {
        throw ResolutionError(error, through: step())
      }
    }
  }

  /// A new element.
  ///
  /// - Throws: What a factory threw, with the path to it, if `F` is a ``ThrowingAssistedFactory``.
  public func build(_ seed: F.Seed) throws(F.Failure) -> F.Element {
    do {
      return try make(seed)
    } catch {
      throw F.Failure(ResolutionError(error))
    }
  }
}

extension Factory where F.Seed == Void {
  /// A new element.
  ///
  /// - Throws: What a factory threw, with the path to it, if `F` is a ``ThrowingAssistedFactory``.
  public func build() throws(F.Failure) -> F.Element {
    try build(())
  }
}

// Safety: the closure is marked as sendable or comes from the graph; seed and element cross threads
// only where their types let them.
extension Factory: @unchecked Sendable where F.Seed: Sendable, F.Element: Sendable {}

/// The parameter of an assisted factory that gets what `build` was given.
public struct Assisted<Seed>: ProviderProtocol {
  private let seed: Seed

  /// Wraps the seed, as a test does that calls the factory method itself.
  public init(_ seed: Seed) {
    self.seed = seed
  }

  /// What `build` was given.
  public func get() -> Seed {
    seed
  }
}

extension Assisted: Sendable where Seed: Sendable {}
