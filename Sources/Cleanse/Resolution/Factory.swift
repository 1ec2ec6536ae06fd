import CleanseGraph

/// Makes elements from a seed and from dependencies of the graph.
///
/// A binding with `bindFactory(_:)` provides it. It keeps alive the shared instances that the element's factory
/// depends on. It can be used from any thread if seed and element are sendable.
public struct Factory<F: AssistedFactory> {
  private let make: (F.Seed) throws -> F.Element

  /// Creates a factory that calls a function, for use in tests without a graph.
  @available(swift, introduced: 6.0)
  public init(factory: @escaping @Sendable (F.Seed) throws(F.Failure) -> F.Element) {
    make = factory
  }

  @_disfavoredOverload
  init(unchecked make: @escaping (F.Seed) throws(F.Failure) -> F.Element) {
    self.make = make
  }

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

  /// Makes a new element.
  ///
  /// - Parameter seed: The value for the factory's parameter of type `Assisted<F.Seed>`.
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `F` is a
  ///   ``ThrowingAssistedFactory``.
  public func build(_ seed: F.Seed) throws(F.Failure) -> F.Element {
    do {
      return try make(seed)
    } catch {
      throw F.Failure(ResolutionError(error))
    }
  }
}

extension Factory where F.Seed == Void {
  /// Makes a new element.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `F` is a
  ///   ``ThrowingAssistedFactory``.
  public func build() throws(F.Failure) -> F.Element {
    try build(())
  }
}

extension Factory: SeededType {
  package static var function: any Any.Type { ((F.Seed) -> F.Element).self }
}

// Safety: the closure is marked as sendable, comes from the graph, or is that of code in the Swift 5 language mode,
// whose author is responsible; seed and element cross threads only if their types are sendable.
extension Factory: @unchecked Sendable where F.Seed: Sendable, F.Element: Sendable {}

/// The parameter of an assisted factory that receives the seed passed to `build`.
public struct Assisted<Seed>: ProviderProtocol {
  private let seed: Seed

  // Disfavored: a trailing closure matches every label, and is the getter.
  /// Creates the parameter from a seed, for use in tests that call the factory function directly.
  @_disfavoredOverload
  public init(value: Seed) {
    seed = value
  }

  /// Creates the parameter from the seed that a function returns, which is called once.
  public init(getter: () -> Seed) {
    seed = getter()
  }

  /// Creates the parameter from the seed that a provider returns, which is requested once.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == Seed {
    seed = other.get()
  }

  /// Returns the seed that was passed to `build`.
  public func get() -> Seed {
    seed
  }
}

extension Assisted: Sendable where Seed: Sendable {}

/// A parameter that takes a seed. One for the seed of another factory is a request that nothing answers.
protocol SeedParameter {}

extension Assisted: SeedParameter {}
