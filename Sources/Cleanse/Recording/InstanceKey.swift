/// The key of an untagged binding of `Element`.
enum InstanceKey<Element>: RecordedKey {
  static var tag: (any Any.Type)? { nil }
  static var request: any Any.Type { Element.self }
  static var form: AccessForm { .instance }
  static var cName: String? { nil }

  static func request(as form: CParameter.Form) -> any Any.Type {
    switch form {
    case .value: Element.self
    case .optional: Element?.self
    case .provider(throws: false): Provider<Element>.self
    case .provider(throws: true): ThrowingProvider<Element>.self
    }
  }

  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject {
    // Nearly always, and there is nothing to wrap then.
    guard form != .instance else { return linked }
    let provider = LinkedProvider<Element>.of(linked)
    return switch form {
    case .instance: provider
    case .provider:
      LinkedProvider<Provider<Element>> { context, _ in
        Provider(linked: provider, context: context)
      }
    case .throwingProvider: throwingProvider(.plain(provider))
    case .asyncProvider: asyncProvider(.plain(provider))
    case .function:
      LinkedProvider<() -> Element> { context, _ in { provider.get(context) } }
    case .sendableFunction:
      LinkedProvider<@Sendable () -> Element> { context, _ in { provider.get(context) } }
    case .optional: LinkedProvider<Element?> { context, _ in provider.get(context) }
    case .weakProvider: preconditionFailure("A weak provider is not made from a linked one")
    }
  }

  static func throwingProvider(_ link: EffectLink<Element>) -> AnyObject {
    LinkedProvider<ThrowingProvider<Element>> { context, _ in
      ThrowingProvider(link: link, context: context)
    }
  }

  static func asyncProvider(_ link: EffectLink<Element>) -> AnyObject {
    LinkedProvider<AsyncProvider<Element>> { context, _ in
      AsyncProvider(link: link, context: context)
    }
  }
}
