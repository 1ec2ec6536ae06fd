import CleanseGraph

/// Describes a factory that makes elements from a seed and from dependencies of the graph.
///
/// The caller of ``Factory/build(_:)`` passes the seed; the graph injects everything else.
///
/// ```swift
/// enum CustomerPage: AssistedFactory {
///   typealias Seed = CustomerID
///   typealias Element = Page
/// }
/// ```
/// A binding with `bindFactory(_:)` makes `Factory<CustomerPage>` available to dependents.
public protocol AssistedFactory: Tag {
  /// The type of the value that the caller of `build` passes; a tuple for several values.
  associatedtype Seed

  /// The type of error that `build` throws: `Never`, unless this is a ``ThrowingAssistedFactory``.
  associatedtype Failure: ResolutionFailure = Never
}

/// An assisted factory that can throw, or that depends on a value whose factory can throw.
public protocol ThrowingAssistedFactory: AssistedFactory where Failure == ResolutionError {}

/// An assisted factory that takes no seed.
public enum EmptySeed<Element>: AssistedFactory {
  /// The empty seed.
  public typealias Seed = Void
}
