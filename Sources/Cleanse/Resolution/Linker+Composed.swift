import CleanseGraph

/// Requests in forms of several parts.
extension Linker {
  /// Returns a linked provider of the target's value in a form of several parts.
  ///
  /// - Parameter type: The type of the parameter.
  func composed(_ target: Target, as type: (any Any.Type)?) -> AnyObject {
    guard target.form.outermost != .elements else { return elements(of: target, as: type) }
    guard !target.form.isWeak || target.form.outermost == .optional else {
      return recording.typedKey(of: target.group)
        .weakOptional(target.isAbsent ? nil : weakProvider(for: target))
    }
    guard let type, let derived = DerivedRequest(type) else {
      // The recorder derived the form from the type of the parameter.
      preconditionFailure("A request of several parts was recorded without its type")
    }
    func wrapped<Element>(_ element: Element.Type) -> AnyObject {
      wrapping(element, of: target, in: derived.form, as: type)
    }
    return _openExistential(derived.element, do: wrapped)
  }

  /// Links the parts of a form inside of the outermost one, and wraps the result in that.
  private func wrapping<Element>(
    _ element: Element.Type, of target: Target, in form: RequestForm, as type: any Any.Type
  ) -> AnyObject {
    if target.isAbsent, form == .optional { return InstanceKey<Element>.absent() }
    var inner = target
    inner.form = target.form.inner
    let linked = provider(
      for: inner, as: element,
      handlesError: form == .throwingProvider || form == .asyncProvider)
    return InstanceKey<Element>.wrap(linked, in: form, as: type)
  }
}

extension TypedKey {
  /// Returns a linked provider of a `WeakProvider` of an optional, which has no instance without a weak provider.
  fileprivate static func weakOptional(_ linked: AnyObject?) -> AnyObject {
    let provider = linked.map { LinkedProvider<WeakProvider<Element>>.of($0) }
    return LinkedProvider<WeakProvider<Element?>> { context, _ in
      let weak = provider?.get(context)
      return WeakProvider(unchecked: { weak?.get().map(Optional.some) })
    }
  }
}
