/// The key of a binding under a tag: it is asked for as `TaggedProvider<T>`, or in
/// the throwing or the asynchronous form of that.
enum TaggedKey<T: Tag>: RecordedKey {
  typealias Element = T.Element

  static var tag: (any Any.Type)? { T.self }
  static var request: any Any.Type { TaggedProvider<T>.self }
  static var form: AccessForm { .provider }

  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject {
    let provider = LinkedProvider<T.Element>.of(linked)
    return switch form {
    case .throwingProvider: throwingProvider(.plain(provider))
    case .asyncProvider: asyncProvider(.plain(provider))
    default:
      LinkedProvider<TaggedProvider<T>> { context, _ in
        TaggedProvider(Provider(linked: provider, context: context))
      }
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
