/// The key of a binding under a tag: it is asked for as `TaggedProvider<T>`, or in
/// the throwing or the asynchronous form of that.
enum TaggedKey<T: Tag>: RecordedKey {
  typealias Element = T.Element

  static var tag: (any Any.Type)? { T.self }
  static var request: any Any.Type { TaggedProvider<T>.self }
  static var form: AccessForm { .provider }
  static var cName: String? { T.cName }

  static func request(as form: CParameter.Form) -> any Any.Type {
    switch form {
    case .value: TaggedValue<T>.self
    case .optional: TaggedOptional<T>.self
    case .provider(throws: false): TaggedProvider<T>.self
    case .provider(throws: true): TaggedThrowingProvider<T>.self
    }
  }

  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject {
    let provider = LinkedProvider<T.Element>.of(linked)
    return switch form {
    case .instance: provider
    case .optional: LinkedProvider<T.Element?> { context, _ in provider.get(context) }
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

/// Asks for the value itself of what is bound under a tag, as C does. There never is a value of this.
struct TaggedValue<T: Tag> {}

/// Asks for the same as an optional.
struct TaggedOptional<T: Tag> {}
