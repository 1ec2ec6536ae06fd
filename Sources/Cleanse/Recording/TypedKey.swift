import CleanseGraph

/// The static types of a key, so that its value can be handed out in every form: all functions are
/// generic over the element, and nothing is cast.
package protocol TypedKey: SendableMetatype {
  /// The type of the bound value.
  associatedtype Element

  /// The tag, if there is one.
  static var tag: (any Tag.Type)? { get }

  /// Wraps a linked provider of the value so that it yields the form of a request.
  ///
  /// - Parameter type: The type of the parameter; nil where only the form is known.
  static func adapt(
    _ linked: AnyObject, to form: RequestForm, as type: (any Any.Type)?
  ) -> AnyObject
  /// A linked provider of a provider that passes errors on.
  static func throwingProvider(_ link: EffectLink<Element>) -> AnyObject
  /// A linked provider of a provider that passes errors on and is awaited.
  static func asyncProvider(_ link: EffectLink<Element>) -> AnyObject
}

extension Key {
  /// The static types of a key that was recorded in this process.
  var typed: (any TypedKey.Type)? {
    guard let live = storage.live else { return nil }
    func untagged<Element>(_ element: Element.Type) -> any TypedKey.Type {
      InstanceKey<Element>.self
    }
    func tagged<T: Tag>(_ tag: T.Type) -> any TypedKey.Type { TaggedKey<T>.self }
    if let tag = live.tag { return tagged(tag) }
    return _openExistential(live.element, do: untagged)
  }
}

extension TypedKey {
  /// The type of the bound value, where only the key is known.
  static var element: any Any.Type { Element.self }

  /// Wraps a linked provider of the value so that it works in a component that is so many levels
  /// further in.
  static func lift(_ linked: AnyObject, levels: Int) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context, _ in
      provider.get(context.outer(levels: levels))
    }
  }

  /// A linked provider of a `WeakProvider`; it looks at what was made and needs nothing linked.
  static func weakProvider(slot: Int, levels: Int) -> AnyObject {
    LinkedProvider<WeakProvider<Element>> { context, _ in
      WeakProvider(instance: context.outer(levels: levels).storage.weakInstance(slot: slot))
    }
  }

  /// A linked provider of an optional that is nothing.
  static func absent() -> AnyObject {
    LinkedProvider<Element?> { _, _ in nil }
  }

  /// A linked provider of a value that somebody else puts into the cell.
  static func filled(cell: Int) -> AnyObject {
    LinkedProvider<Element> { context, _ in context.filled(cell: cell) }
  }

  /// Wraps a linked provider of a value at the end of a long chain.
  static func deep(_ linked: AnyObject) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context, _ in
      DeepStack.call { provider.get(context) }
    }
  }
}
