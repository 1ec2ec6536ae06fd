/// The key of an untagged binding of `Element`.
@usableFromInline
enum InstanceKey<Element>: RecordedKey {
  @usableFromInline static var element: any Any.Type { Element.self }
  @usableFromInline static var tag: (any Any.Type)? { nil }
  @usableFromInline static var request: any Any.Type { Element.self }
  @usableFromInline static var form: AccessForm { .instance }

  @usableFromInline static var derivedForms: [(type: any Any.Type, form: AccessForm)] {
    [
      (Provider<Element>.self, .provider),
      ((() -> Element).self, .function),
      ((@Sendable () -> Element).self, .sendableFunction),
      (Element?.self, .optional),
      (WeakProvider<Element>.self, .weakProvider),
    ]
  }

  @usableFromInline
  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return switch form {
    case .instance: provider
    case .provider:
      LinkedProvider<Provider<Element>> { context in
        Provider(linked: provider, context: context)
      }
    case .function:
      LinkedProvider<() -> Element> { context in { provider.get(context) } }
    case .sendableFunction:
      LinkedProvider<@Sendable () -> Element> { context in { provider.get(context) } }
    case .optional: LinkedProvider<Element?> { context in provider.get(context) }
    case .weakProvider: preconditionFailure("A weak provider is not made from a linked one")
    }
  }

  @usableFromInline
  static func lift(_ linked: AnyObject, levels: Int) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context in provider.get(context.outer(levels: levels)) }
  }

  @usableFromInline
  static func weakProvider(slot: Int, levels: Int) -> AnyObject {
    LinkedProvider<WeakProvider<Element>> { context in
      WeakProvider(instance: context.outer(levels: levels).storage.weakInstance(slot: slot))
    }
  }

  @usableFromInline
  static func share(_ linked: AnyObject, cell: Int, weakSlot: Int?) -> AnyObject {
    let provider = LinkedProvider<Element>.of(linked)
    return LinkedProvider<Element> { context in
      context.shared(cell: cell, weakSlot: weakSlot, make: provider.get)
    }
  }

  @usableFromInline
  static func absent() -> AnyObject {
    LinkedProvider<Element?> { _ in nil }
  }

  @usableFromInline
  static func filled(cell: Int) -> AnyObject {
    LinkedProvider<Element> { context in context.filled(cell: cell) }
  }
}
