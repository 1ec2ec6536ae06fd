import CleanseGraph

extension BindToable {
  /// Binds the element to a factory that is isolated to the main actor, such as the initialiser of a view.
  ///
  /// The factory and its dependencies need not be `Sendable`: they stay on the main thread. The graph has to be built there,
  /// and so does whatever requests the element later. A request from another thread stops the program.
  ///
  /// - Parameters:
  ///   - mainActorFactory: Makes the element. Its parameters are its dependencies.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  public func to<each P>(
    mainActorFactory: @escaping @MainActor (repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    draft.complete(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      let arguments = (repeat links.value(in: context) as each P)
      return onMainActor { mainActorFactory(repeat each arguments) }
    }
  }
}

extension CollectionBindToable {
  /// Contributes one element, made by a factory that is isolated to the main actor.
  ///
  /// - Parameters:
  ///   - mainActorFactory: Makes the element. Its parameters are its dependencies.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  public func to<each P>(
    mainActorFactory: @escaping @MainActor (repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    contribute(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      let arguments = (repeat links.value(in: context) as each P)
      return onMainActor { mainActorFactory(repeat each arguments) }
    }
  }
}

/// Calls a function on the main actor, which the caller has to be on.
private func onMainActor<Value>(_ make: @MainActor () -> Value) -> Value {
  // Safety: everything stays on the thread of the main actor; only the compiler can't see that.
  nonisolated(unsafe) var value: Value?
  MainActor.assumeIsolated { unsafe value = make() }
  guard let value = unsafe value else { preconditionFailure("A function returned without a value") }
  return value
}
