import CleanseGraph

/// A parameter type that requests another type in some form, such as `Provider<T>` for `T`.
struct DerivedRequest {
  /// The requested type.
  let element: any Any.Type
  /// The tag, if there is one.
  let tag: (any Tag.Type)?
  let form: RequestForm

  /// Returns nil if the type does not request another one.
  ///
  /// The metadata is only a hint: it is accepted if the type that requests such an element is identical to this
  /// one. So no type is ever mistaken for another one.
  init?(_ type: any Any.Type) {
    let metadata = TypeMetadata(type)
    guard let genericType = metadata.genericType else { return nil }
    if let shape = Self.shapes[genericType] {
      guard let element = metadata.element, Self.type(shape, of: element) == type else {
        return nil
      }
      (self.element, tag, form) = (element, nil, shape.form)
    } else if Self.collections.contains(genericType),
      let elements = Self.elements(of: type, metadata)
    {
      (element, tag, form) = (elements.collection, nil, .elements(elements.provider))
    } else if Self.taggedForms.contains(genericType), let tagged = type as? any TaggedRequest.Type {
      (element, tag, form) = (tagged.element, tagged.tag, tagged.form)
    } else {
      return nil
    }
  }

  private init(element: any Any.Type, tag: (any Tag.Type)?, form: RequestForm) {
    (self.element, self.tag, self.form) = (element, tag, form)
  }

  /// The request as one of the type that the element requests in turn: `Provider<T?>` requests `T?`, and thereby `T`.
  /// Nil if the element requests no type, or if there is no such form.
  var composed: DerivedRequest? {
    guard tag == nil, !form.isComposed, let part = form.outermost,
      let inner = DerivedRequest(element), let composed = inner.form.wrapped(in: part)
    else { return nil }
    return DerivedRequest(element: inner.element, tag: inner.tag, form: composed)
  }

  /// The generic types and function types that request another type.
  private enum Shape: CaseIterable {
    case provider, throwingProvider, asyncProvider, function, sendableFunction, optional,
      weakProvider

    var form: RequestForm {
      switch self {
      case .provider: .provider
      case .throwingProvider: .throwingProvider
      case .asyncProvider: .asyncProvider
      case .function, .sendableFunction: .function
      case .optional: .optional
      case .weakProvider: .weakProvider
      }
    }
  }

  /// The parameter type that requests an element in a form.
  private static func type<Element>(_ shape: Shape, of element: Element.Type) -> any Any.Type {
    switch shape {
    case .provider: Provider<Element>.self
    case .throwingProvider: ThrowingProvider<Element>.self
    case .asyncProvider: AsyncProvider<Element>.self
    case .function: (() -> Element).self
    case .sendableFunction: (@Sendable () -> Element).self
    case .optional: Element?.self
    case .weakProvider: WeakProvider<Element>.self
    }
  }

  /// The type as one that requests the contributions of a collection; nil for other types.
  private static func elements(
    of type: any Any.Type, _ metadata: TypeMetadata
  ) -> (any ElementsRequest.Type)? {
    // Avoids a cast: most collections have no providers.
    guard let element = metadata.genericTypeOfLastArgument, let shape = shapes[element],
      shape.form != .optional, shape.form != .function
    else { return nil }
    return type as? any ElementsRequest.Type
  }

  private static let collections: [TypeMetadata.GenericType?] = [
    TypeMetadata([Int].self).genericType, TypeMetadata([Int: Int].self).genericType,
  ]

  private static let shapes: [TypeMetadata.GenericType: Shape] = {
    var shapes: [TypeMetadata.GenericType: Shape] = [:]
    for shape in Shape.allCases {
      let metadata = TypeMetadata(type(shape, of: Int.self))
      guard let genericType = metadata.genericType, metadata.isMade(of: Int.self) else {
        preconditionFailure("The metadata of types is not laid out as it was for Swift 5 and 6")
      }
      shapes[genericType] = shape
    }
    return shapes
  }()

  /// The forms that are found with a cast to `TaggedRequest`.
  private static let taggedForms: [TypeMetadata.GenericType?] = [
    TypeMetadata(TaggedProvider<AnyTag>.self).genericType,
    TypeMetadata(TaggedThrowingProvider<AnyTag>.self).genericType,
    TypeMetadata(TaggedAsyncProvider<AnyTag>.self).genericType,
  ]
}

/// A placeholder tag: a generic type has the same descriptor for all of its arguments.
private enum AnyTag: Tag {
  typealias Element = Void
}

/// A tagged provider, which knows its tag and its form.
private protocol TaggedRequest {
  associatedtype T: Tag
  static var form: RequestForm { get }
}

extension TaggedRequest {
  static var element: any Any.Type { T.Element.self }
  static var tag: any Tag.Type { T.self }
}

extension TaggedProvider: TaggedRequest {
  fileprivate static var form: RequestForm { .provider }
}

extension TaggedThrowingProvider: TaggedRequest {
  fileprivate static var form: RequestForm { .throwingProvider }
}

extension TaggedAsyncProvider: TaggedRequest {
  fileprivate static var form: RequestForm { .asyncProvider }
}
