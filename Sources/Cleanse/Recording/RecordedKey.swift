/// What a binding answers to, as a type: nothing is allocated, and the value can be handed out in
/// every form, as the element's type is still static there.
protocol RecordedKey: SendableMetatype {
  /// The type of the bound value.
  associatedtype Element

  /// The tag, if there is one.
  static var tag: (any Any.Type)? { get }
  /// The type whose request identifies the key.
  static var request: any Any.Type { get }
  /// The form in which that request is answered.
  static var form: AccessForm { get }

  /// What stands behind the `@` where C means this key.
  static var cName: String? { get }
  /// The type whose request asks for the value in a form that C has.
  static func request(as form: CParameter.Form) -> any Any.Type

  /// Wraps a linked provider of the value so that it yields the form that was asked for.
  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject
  /// A linked provider of a provider that passes errors on.
  static func throwingProvider(_ link: EffectLink<Element>) -> AnyObject
  /// A linked provider of a provider that passes errors on and is awaited.
  static func asyncProvider(_ link: EffectLink<Element>) -> AnyObject
}

extension RecordedKey {
  /// The type of the bound value, where only the key is known.
  static var element: any Any.Type { Element.self }

  /// The key as one would write it.
  static var displayName: String {
    let type = TypeName.display(element)
    guard let tag else { return type }
    guard let foreign = ForeignName(of: tag) else {
      return "\(type) tagged \(TypeName.display(tag))"
    }
    return (foreign.typeName ?? type) + (foreign.name.map { " @\($0)" } ?? "")
  }

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
