@testable import Cleanse
@testable import CleanseGraph

/// The effect that a caller handles, as a type.
protocol CallerEffect: SendableMetatype {
  associatedtype Failure: ResolutionFailure
  static var effect: Effect? { get }
}

enum Returns: CallerEffect {
  typealias Failure = Never
  static var effect: Effect? { nil }
}

enum Throws: CallerEffect {
  typealias Failure = ResolutionError
  static var effect: Effect? { .throwing }
}

enum Awaits: CallerEffect {
  typealias Failure = ResolutionError
  static var effect: Effect? { .asynchronous }
}

func callerEffect(for effect: Effect?) -> any CallerEffect.Type {
  switch effect {
  case nil: Returns.self
  case .throwing: Throws.self
  case .asynchronous: Awaits.self
  }
}

extension ComponentFactory {
  /// Builds synchronously or asynchronously, as the component declares.
  func buildAsDeclared(_ seed: C.Seed) async throws -> C.Root {
    guard let type = C.self as? any AsyncComponent.Type else { return try build(seed) }
    return try await buildAwaiting(type, seed)
  }

  private func buildAwaiting<A: AsyncComponent>(
    _: A.Type, _ seed: C.Seed
  ) async throws -> C.Root {
    guard let factory = self as? ComponentFactory<A>, let seed = seed as? A.Seed,
      let root = try await factory.build(seed) as? C.Root
    else { preconditionFailure("The types are the same") }
    return root
  }
}
