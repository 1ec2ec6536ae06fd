public import Cleanse

extension BindToable {
  /// Binds the element to a factory without parameters.
  @available(*, unavailable, renamed: "to(factory:)")
  @discardableResult
  public func to0(factory: @escaping () -> Input) -> BindingReceipt<Input> {
    fatalError("unavailable")
  }

  /// Binds the element to a factory with one parameter.
  @available(*, unavailable, renamed: "to(factory:)")
  @discardableResult
  public func to1<P>(factory: @escaping (P) -> Input) -> BindingReceipt<Input> {
    fatalError("unavailable")
  }

  /// Binds the element to a factory without parameters, and passes a location on.
  @available(*, unavailable, renamed: "to(file:line:function:factory:)")
  @discardableResult
  public func to0(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping () -> Input
  ) -> BindingReceipt<Input> {
    fatalError("unavailable")
  }

  /// Binds the element to a factory with one parameter, and passes a location on.
  @available(*, unavailable, renamed: "to(file:line:function:factory:)")
  @discardableResult
  public func to1<P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (P) -> Input
  ) -> BindingReceipt<Input> {
    fatalError("unavailable")
  }
}

extension BindingBuilder {
  /// Shares the element.
  @available(*, unavailable, renamed: "sharedInScope()")
  public func asSingleton() -> CompletingBindingBuilder<Element> { fatalError("unavailable") }

  /// Shares the element in a scope, which is always that of the binder.
  @available(*, unavailable, message: "write 'sharedInScope()', in a 'Binder' of the scope")
  public func scoped<Other>(in scope: Other.Type) -> CompletingBindingBuilder<Element> {
    fatalError("unavailable")
  }
}

extension TaggedBindingBuilder {
  /// Shares the element.
  @available(*, unavailable, renamed: "sharedInScope()")
  public func asSingleton() -> CompletingBindingBuilder<Element> { fatalError("unavailable") }

  /// Shares the element in a scope, which is always that of the binder.
  @available(*, unavailable, message: "write 'sharedInScope()', in a 'Binder' of the scope")
  public func scoped<Other>(in scope: Other.Type) -> CompletingBindingBuilder<Element> {
    fatalError("unavailable")
  }
}

extension CollectionBindingBuilder {
  /// Shares the contribution.
  @available(*, unavailable, renamed: "sharedInScope()")
  public func asSingleton() -> CompletingCollectionBindingBuilder<Input, Element> {
    fatalError("unavailable")
  }

  /// Shares the contribution in a scope, which is always that of the binder.
  @available(*, unavailable, message: "write 'sharedInScope()', in a 'Binder' of the scope")
  public func scoped<Other>(
    in scope: Other.Type
  ) -> CompletingCollectionBindingBuilder<Input, Element> {
    fatalError("unavailable")
  }
}

/// The result of `bind`.
@available(*, unavailable, message: "write 'BindingBuilder<Element, S>', with the scope S")
public struct BaseBindingBuilder<Element, Binder> {}

/// The result of `tagged(with:)`.
@available(*, unavailable, message: "write 'TaggedBindingBuilder<Element, S>', with the scope S")
public struct TaggedBindingBuilderDecorator<Wrapped, Tag> {}

/// The result of `sharedInScope()`.
@available(*, unavailable, message: "write 'CompletingBindingBuilder<Element>'")
public struct ScopedBindingDecorator<Wrapped, S> {}

/// The result of `intoCollection()`.
@available(
  *, unavailable,
  message: "write 'CollectionBindingBuilder<[Element], Element, S>', with the scope S"
)
public struct CollectionBindingBuilderDecorator<Wrapped> {}

/// The result of `intoCollection()` for one element.
@available(
  *, unavailable,
  message: "write 'CollectionBindingBuilder<[Element], Element, S>', with the scope S"
)
public struct SingularCollectionBindingBuilderDecorator<Wrapped> {}

/// The result of `bindFactory(_:)`.
@available(*, unavailable, message: "write 'FactoryBindingBuilder<Element>'")
public struct AssistedInjectionBindingBuilder<B, E> {}

/// The result of `with(_:)`.
@available(*, unavailable, message: "write 'AssistedFactoryBindingBuilder<F>', with the factory F")
public struct AssistedInjectionSeedDecorator<B, E, S> {}
