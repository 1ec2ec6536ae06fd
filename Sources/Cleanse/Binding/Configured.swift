extension BindToable {
  /// Completes the binding as `configure` says, so that a type can say itself how it is made, and
  /// whoever binds it where, under which tag and for how long.
  ///
  /// ```swift
  /// binder.bind(Page.self).sharedInScope().configured(with: Page.configure)
  /// ```
  @discardableResult
  public func configured(
    with configure: (ReceiptBinder<Input>) -> BindingReceipt<Input>
  ) -> BindingReceipt<Input> {
    configure(ReceiptBinder(draft: draft))
  }
}

extension CollectionBindToable {
  /// Contributes one element, as `configure` says.
  @discardableResult
  public func configured(
    with configure: (ReceiptBinder<Element>) -> BindingReceipt<Element>
  ) -> BindingReceipt<Input> {
    var single = self.single.draft
    let collect = collect
    single.parts.convert = { linked in
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
  /// Completes the injection as `configure` says.
  @discardableResult
  public func configured(
    with configure:
      (PropertyInjectionReceiptBinder<Element>) -> BindingReceipt<PropertyInjector<Element>>
  ) -> BindingReceipt<PropertyInjector<Element>> {
    configure(PropertyInjectionReceiptBinder(draft: draft))
  }
}
