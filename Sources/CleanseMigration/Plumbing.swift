// Public names of the published framework that only its own types use.

public import Cleanse

/// A part of the binder.
@available(*, unavailable, message: "write 'extension Binder { … }'")
public protocol Installer {}

/// A binder that has another one.
@available(*, unavailable, message: "write 'extension Binder { … }'")
public protocol WrappedBinder {}

/// The requests of a binding while it is recorded.
@available(*, unavailable, message: "write a parameter of the factory for each dependency")
public protocol ProviderProvider {}

/// A recorded binding.
@available(*, unavailable, message: "a validator reads 'component.bindings'")
public struct RawProviderBinding {}

/// A request of a recorded binding.
@available(*, unavailable, message: "a validator reads 'binding.requests'")
public struct ProviderRequestDebugInfo {}

/// A step around another step.
@available(*, unavailable, message: "write a last step in 'extension BindToable { … }'")
public protocol BindingBuilderDecorator {}

/// A marker of the builders.
@available(*, unavailable, message: "the builders have no markers")
public protocol _CollectionOrUniqueBindingBase {}

/// A marker of the builders.
@available(*, unavailable, message: "the builders have no markers")
public struct _CollectionBinding {}

/// A marker of the builders.
@available(*, unavailable, message: "the builders have no markers")
public struct _UniqueBinding {}

/// A marker of the builders.
@available(*, unavailable, message: "write 'ProviderProtocol'")
public protocol _StandardProvider {}

/// A marker of the builders.
@available(*, unavailable, message: "the builders have no markers")
public protocol _InternalBindInfoProtocol {}

/// A step of an assisted factory.
@available(*, unavailable, message: "write 'AssistedFactoryBindingBuilder<F>', with the factory F")
public protocol BaseAssistedInjectionBuilder {}

/// A step of an assisted factory.
@available(*, unavailable, message: "write 'AssistedFactoryBindingBuilder<F>', with the factory F")
public protocol AssistedInjectionBuilder {}

/// An erased tag.
@available(*, unavailable, message: "write 'any Tag.Type'")
public protocol _AnyTag {}

/// An erased tag.
@available(*, unavailable, message: "write 'any Tag.Type'")
public protocol _BaseTag {}

/// The absence of a tag.
@available(*, unavailable, message: "a binding without a tag has none")
public struct _VoidTag {}

/// A type as a key.
@available(*, unavailable, message: "write 'ObjectIdentifier(type)' as the key")
public protocol TypeKeyProtocol {}

/// A value that is hashed by a property.
@available(*, unavailable, message: "write 'Hashable', with '==' and 'hash(into:)'")
public protocol DelegatedHashable {}

extension Binder {
  /// Records a binding.
  @available(*, unavailable, message: "write 'bind(_:)' and a last step")
  public func _internalBind<B>(binding: B) { fatalError("unavailable") }

  /// Requests a dependency while a binding is recorded.
  @available(*, unavailable, message: "write a parameter of the factory for each dependency")
  public func _internalProvider<Element, Info>(
    _ type: Element.Type, debugInfo: Info
  ) -> Provider<Element> {
    fatalError("unavailable")
  }
}

extension BindToable {
  /// The binder's type.
  @available(*, unavailable, message: "a step does not know the type of its binder")
  public typealias Binder = Never

  /// The scope, if there is one.
  @available(*, unavailable, message: "write an extension of 'BindingBuilder', with its scope S")
  public typealias MaybeScope = Never

  /// The type of the provider.
  @available(*, unavailable, message: "write 'Provider<Input>'")
  public typealias FinalProvider = Provider<Input>

  /// Whether the binding is one of a collection.
  @available(*, unavailable, message: "write an extension of 'CollectionBindToable'")
  public typealias CollectionOrUnique = Never

  /// The type of the step before.
  @available(*, unavailable, message: "write a last step in 'extension BindToable { … }'")
  public typealias Wrapped = Never

  /// The step before.
  @available(*, unavailable, message: "write a last step in 'extension BindToable { … }'")
  public var wrapped: Never { fatalError("unavailable") }

  /// The binder.
  @available(*, unavailable, message: "pass the binder itself")
  public var binder: Cleanse.Binder<Unscoped> { fatalError("unavailable") }

  /// Completes the binding with a provider.
  @available(*, unavailable, message: "write 'to(provider:)'")
  @discardableResult
  public func _innerTo(
    file: StaticString = #file, line: Int = #line, function: StaticString = #function,
    provider: Provider<Input>
  ) -> BindingReceipt<Input> {
    fatalError("unavailable")
  }

  /// The type of the provider.
  @available(*, unavailable, message: "write 'Provider<Input>.self'")
  public static var _finalProviderType: Provider<Input>.Type { Provider<Input>.self }

  /// Converts the bound value to that of the key.
  @available(*, unavailable, message: "write the conversion in the factory")
  public static func mapElement(input: Input) -> Input { input }

  /// Combines the contributions of a collection.
  @available(*, unavailable, message: "declare collections with 'declareCollection(of:)'")
  public static var collectionMergeFunc: Never? { nil }
}
