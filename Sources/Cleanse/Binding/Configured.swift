extension BindToable {
  /// Completes the binding with a function, which provides the element.
  ///
  /// That way a type defines how it is made, and the module that binds it defines its scope and tag.
  ///
  /// ```swift
  /// binder.bind(Page.self).sharedInScope().configured(with: Page.configure)
  /// ```
  ///
  /// - Parameter configure: Binds the element. It is called before this function returns.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  public func configured(
    with configure: (ReceiptBinder<Input>) -> BindingReceipt<Input>
  ) -> BindingReceipt<Input> {
    configure(ReceiptBinder(draft: draft))
  }
}

extension CollectionBindToable {
  /// Contributes one element, which a function provides.
  ///
  /// - Parameter configure: Binds the element. It is called before this function returns.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  public func configured(
    with configure: (ReceiptBinder<Element>) -> BindingReceipt<Element>
  ) -> BindingReceipt<Input> {
    let collect = collect
    let single = single.draft.converting(from: Element.self) { linked in
      switch EffectLink<Element>(linked) {
      case .plain(let provider):
        LinkedProvider<Input> { context, _ in collect(provider.get(context)) }
      case .throwing(let provider):
        ThrowingLinkedProvider<Input> { context in collect(try provider.get(context)) }
      case .awaited(let provider):
        AsyncLinkedProvider<Input> { context in Box(collect(try await provider.get(context).value))
        }
      }
    }
    _ = configure(ReceiptBinder(draft: single))
    return BindingReceipt()
  }
}

extension PropertyInjectionBindToable {
  /// Completes the property injection with a function.
  ///
  /// - Parameter configure: Binds the injector. It is called before this function returns.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  public func configured(
    with configure:
      (PropertyInjectionReceiptBinder<Element>) -> BindingReceipt<PropertyInjector<Element>>
  ) -> BindingReceipt<PropertyInjector<Element>> {
    configure(PropertyInjectionReceiptBinder(draft: draft))
  }
}
