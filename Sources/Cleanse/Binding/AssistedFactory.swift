import CleanseGraph

/// Describes a factory of elements that are made of a seed and of what the graph has.
///
/// ```swift
/// enum CustomerPage: AssistedFactory {
///   typealias Seed = CustomerID
///   typealias Element = Page
/// }
/// ```
/// A binding with `bindFactory(_:)` makes `Factory<CustomerPage>` something to ask for.
public protocol AssistedFactory: Tag {
  /// What the caller of `build` brings; a tuple when there are several things.
  associatedtype Seed

  /// What `build` can throw; nothing, unless it is a ``ThrowingAssistedFactory``.
  associatedtype Failure: ResolutionFailure = Never
}

/// An assisted factory that can throw, or that needs what can.
public protocol ThrowingAssistedFactory: AssistedFactory where Failure == ResolutionError {}

/// An assisted factory whose caller brings nothing.
public enum EmptySeed<Element>: AssistedFactory {
  /// Nothing.
  public typealias Seed = Void
}
