/// A type that asks for the value of another one in some form, such as `Provider<T>` for that of `T`.
struct DerivedRequest {
  /// The type of the value.
  let element: any Any.Type
  /// The tag, if there is one.
  let tag: (any Any.Type)?
  /// The type whose request identifies the key: that of the value, or its tagged provider.
  let keyRequest: any Any.Type
  let form: AccessForm

  /// Nothing when the type asks for no other one.
  ///
  /// What the metadata says is only taken for a hint: it counts when the type that asks for such an
  /// element is this very type. So no type is ever mistaken for another one.
  init?(_ type: any Any.Type) {
    let metadata = TypeMetadata(type)
    guard let maker = metadata.maker else { return nil }
    if let form = Self.forms[maker] {
      guard let element = metadata.element, Self.type(asking: form, for: element) == type else {
        return nil
      }
      (self.element, tag, keyRequest, self.form) = (element, nil, element, form)
    } else if Self.taggedForms.contains(maker), let tagged = type as? any TaggedRequest.Type {
      (element, tag, keyRequest) = (tagged.element, tagged.tag, tagged.keyRequest)
      form = tagged.form
    } else {
      return nil
    }
  }

  /// The key that the type asks for, if that has a tag.
  static func taggedKey(of type: any Any.Type) -> (any RecordedKey.Type)? {
    guard taggedForms.contains(TypeMetadata(type).maker) else { return nil }
    return (type as? any TaggedRequest.Type)?.key
  }

  /// The type that asks for an element in the form.
  private static func type<Element>(
    asking form: AccessForm, for element: Element.Type
  ) -> any Any.Type {
    switch form {
    case .instance: Element.self
    case .provider: Provider<Element>.self
    case .throwingProvider: ThrowingProvider<Element>.self
    case .asyncProvider: AsyncProvider<Element>.self
    case .function: (() -> Element).self
    case .sendableFunction: (@Sendable () -> Element).self
    case .optional: Element?.self
    case .weakProvider: WeakProvider<Element>.self
    }
  }

  private static let forms: [TypeMetadata.Maker: AccessForm] = {
    var forms: [TypeMetadata.Maker: AccessForm] = [:]
    for form in AccessForm.allCases where form != .instance {
      let metadata = TypeMetadata(type(asking: form, for: Int.self))
      guard let maker = metadata.maker, metadata.isMade(of: Int.self) else {
        preconditionFailure("The metadata of types is not laid out as it was for Swift 5 and 6")
      }
      forms[maker] = form
    }
    return forms
  }()

  /// Of these, a type can be asked, as the cast holds.
  private static let taggedForms: [TypeMetadata.Maker?] = [
    TypeMetadata(TaggedProvider<AnyTag>.self).maker,
    TypeMetadata(TaggedThrowingProvider<AnyTag>.self).maker,
    TypeMetadata(TaggedAsyncProvider<AnyTag>.self).maker,
    TypeMetadata(TaggedValue<AnyTag>.self).maker,
    TypeMetadata(TaggedOptional<AnyTag>.self).maker,
  ]
}

/// Stands for all tags: what makes a tagged provider is the same for each.
private enum AnyTag: Tag {
  typealias Element = Void
}

/// What a tagged provider tells of itself.
private protocol TaggedRequest {
  associatedtype T: Tag
  static var form: AccessForm { get }
}

extension TaggedRequest {
  static var element: any Any.Type { T.Element.self }
  static var tag: any Any.Type { T.self }
  static var key: any RecordedKey.Type { TaggedKey<T>.self }
  static var keyRequest: any Any.Type { TaggedKey<T>.request }
}

extension TaggedProvider: TaggedRequest {
  fileprivate static var form: AccessForm { .provider }
}

extension TaggedThrowingProvider: TaggedRequest {
  fileprivate static var form: AccessForm { .throwingProvider }
}

extension TaggedAsyncProvider: TaggedRequest {
  fileprivate static var form: AccessForm { .asyncProvider }
}

extension TaggedValue: TaggedRequest {
  fileprivate static var form: AccessForm { .instance }
}

extension TaggedOptional: TaggedRequest {
  fileprivate static var form: AccessForm { .optional }
}
