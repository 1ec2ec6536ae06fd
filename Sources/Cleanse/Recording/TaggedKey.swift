import CleanseGraph

/// The static types of a key with a tag.
///
/// It is requested as `TaggedProvider<T>`, or as the throwing or the asynchronous form of that.
enum TaggedKey<T: Tag>: TypedKey {
  typealias Element = T.Element

  static var tag: (any Tag.Type)? { T.self }

  static func adapt(
    _ linked: AnyObject, to form: RequestForm, as type: (any Any.Type)?
  ) -> AnyObject {
    let provider = LinkedProvider<T.Element>.of(linked)
    return switch form.onlyPart {
    case nil: provider
    case .optional: LinkedProvider<T.Element?> { context, _ in provider.get(context) }
    case .throwingProvider: throwingProvider(.plain(provider))
    case .asyncProvider: asyncProvider(.plain(provider))
    case .provider:
      LinkedProvider<TaggedProvider<T>> { context, _ in
        TaggedProvider(Provider(linked: provider, context: context))
      }
    case .function, .weakProvider, .elements:
      // No type of a parameter requests a tagged key in these. Another result would be misread: links don't check types.
      preconditionFailure("The form is not made from a linked provider of the value")
    }
  }

  static func throwingProvider(_ link: EffectLink<T.Element>) -> AnyObject {
    LinkedProvider<TaggedThrowingProvider<T>> { context, _ in
      TaggedThrowingProvider(ThrowingProvider(link: link, context: context))
    }
  }

  static func asyncProvider(_ link: EffectLink<T.Element>) -> AnyObject {
    LinkedProvider<TaggedAsyncProvider<T>> { context, _ in
      TaggedAsyncProvider(AsyncProvider(link: link, context: context))
    }
  }
}
