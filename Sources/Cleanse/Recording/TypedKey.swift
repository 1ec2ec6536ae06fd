import CleanseGraph

/// The static types of a key, which can provide its value in every form.
///
/// All functions are generic over the element, so no value is cast.
package protocol TypedKey: SendableMetatype {
  /// The type of the bound value.
  associatedtype Element

  /// The tag, if there is one.
  static var tag: (any Tag.Type)? { get }

  /// Wraps a linked provider of the value so that it yields the form of a request.
  ///
  /// - Parameter type: The type of the parameter; nil if only the form is known.
  static func adapt(
    _ linked: AnyObject, to form: RequestForm, as type: (any Any.Type)?
  ) -> AnyObject
  /// Returns a linked provider of a `ThrowingProvider`.
  static func throwingProvider(_ link: EffectLink<Element>) -> AnyObject
  /// Returns a linked provider of an `AsyncProvider`.
  static func asyncProvider(_ link: EffectLink<Element>) -> AnyObject
}

extension Key {
  /// The static types of a key that was recorded in this process.
  package var typed: (any TypedKey.Type)? {
    guard let element = storage.element else { return nil }
    func untagged<Element>(_ element: Element.Type) -> any TypedKey.Type {
      InstanceKey<Element>.self
    }
    func tagged<T: Tag>(_ tag: T.Type) -> any TypedKey.Type { TaggedKey<T>.self }
    if let tag = storage.tag { return tagged(tag) }
    return _openExistential(element, do: untagged)
  }
}

extension TypedKey {
  /// The type of the bound value, for callers that don't know it statically.
  static var element: any Any.Type { Element.self }

  /// Wraps a linked provider of the value so that it works in a descendant component, `levels` below its own.
  static func lift(_ linked: AnyObject, levels: Int) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context, _ in
      provider.get(context.ancestor(levels: levels))
    }
  }

  /// Returns a linked provider of a nil optional.
  static func absent() -> AnyObject {
    LinkedProvider<Element?> { _, _ in nil }
  }

  /// Returns a linked provider of a value that `build` stores in the cell.
  static func filled(cell: Cell) -> AnyObject {
    LinkedProvider<Element> { context, _ in context.filled(cell: cell) }
  }

  /// Wraps a linked provider of a value that has a long chain of dependencies.
  static func deep(_ linked: AnyObject) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context, _ in
      DeepStack.call { provider.get(context) }
    }
  }
}

extension RequestForm {
  /// The part of the form; nil for an instance. The linker takes a form of several parts apart before, as `adapt` makes
  /// one part.
  var onlyPart: Part? {
    precondition(!isComposed, "The form has several parts")
    return outermost
  }
}
