/// The last step of a binding: says how the element is made.
public protocol BindToable<Input>: BindingStep {
  /// What the factory returns.
  associatedtype Input
}

extension BindToable {
  /// Makes the element by calling `factory` with what its parameters ask for.
  ///
  /// A parameter of type `T` can be asked for as `T`, `Provider<T>`, `() -> T`, `T?` or
  /// `WeakProvider<T>`, and what is bound under a tag as `TaggedProvider<Tag>`.
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    var requests: [any Any.Type] = []
    for request in repeat (each P).self {
      requests.append(request)
    }
    draft.record(requests, at: RecordedLocation(file: file, path: path, line: line)) { linker in
      let dependencies = (repeat linker.provider(of: (each P).self))
      return LinkedProvider<Input> { context in
        factory(repeat (each dependencies)(context))
      }
    }
    return BindingReceipt()
  }

  /// Hands out the value at each request.
  @discardableResult
  public func to(
    value: Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the value is only ever read; that several builds share it is what was asked for.
    nonisolated(unsafe) let value = value
    draft.record([], at: RecordedLocation(file: file, path: path, line: line)) { _ in
      LinkedProvider<Input> { _ in value }
    }
    return BindingReceipt()
  }

  /// Asks the provider at each request.
  @discardableResult
  public func to(
    provider: Provider<Input>,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: as for a value.
    nonisolated(unsafe) let provider = provider
    draft.record([], at: RecordedLocation(file: file, path: path, line: line)) { _ in
      LinkedProvider<Input> { _ in provider.get() }
    }
    return BindingReceipt()
  }
}
