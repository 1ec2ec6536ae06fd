import CleanseGraph

/// The static types of a key without a tag.
enum InstanceKey<Element>: TypedKey {
  static var tag: (any Tag.Type)? { nil }

  static func adapt(
    _ linked: AnyObject, to form: RequestForm, as type: (any Any.Type)?
  ) -> AnyObject {
    // The most common form, which needs no wrapper.
    guard form != .instance else { return linked }
    let provider = LinkedProvider<Element>.of(linked)
    return switch form.onlyPart {
    case nil: provider
    case .provider:
      LinkedProvider<Provider<Element>> { context, _ in
        Provider(linked: provider, context: context)
      }
    case .throwingProvider: throwingProvider(.plain(provider))
    case .asyncProvider: asyncProvider(.plain(provider))
    case .function where type == (@Sendable () -> Element).self:
      LinkedProvider<@Sendable () -> Element> { context, _ in { provider.get(context) } }
    case .function:
      LinkedProvider<() -> Element> { context, _ in { provider.get(context) } }
    case .optional: LinkedProvider<Element?> { context, _ in provider.get(context) }
    case .weakProvider, .elements:
      // The linker makes these without a provider of the value. Another result would be misread: links don't check types.
      preconditionFailure("The form is not made from a linked provider of the value")
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
