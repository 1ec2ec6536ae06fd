import CleanseGraph

/// A part of a collection that is requested element by element.
struct CollectionPart {
  /// A linked provider of a partial collection.
  let provider: AnyObject
  /// Whether the partial collection always has one element, which is then made when it is requested.
  let isSingle: Bool
  /// The number of levels up to the ancestor component that contributes it.
  let levels: Int
}

extension Linker {
  /// Returns a linked provider of `[ThrowingProvider<Element>]`.
  func throwingElements(of target: Target, as type: (any Any.Type)?) -> AnyObject {
    guard let request = type as? any ElementsRequest.Type else {
      // Only a type that conforms gets a request of this form.
      preconditionFailure("A request for elements does not request a collection of providers")
    }
    return request.link(parts(of: target.group, levels: target.levels))
  }

  /// The parts of a linked collection in order, beginning with the inherited ones.
  private func parts(of group: GroupIndex, levels: Int) -> [CollectionPart] {
    resolution.chain(from: group).reversed().flatMap { part -> [CollectionPart] in
      let levels = levels + self.levels(from: group, to: part)
      // An override provides the whole collection.
      guard let parts = parts[part] else {
        return [
          CollectionPart(provider: linked(group: part, levels: 0), isSingle: false, levels: levels)
        ]
      }
      return parts.map {
        CollectionPart(provider: $0.provider, isSingle: $0.isSingle, levels: levels)
      }
    }
  }
}

/// A parameter type that requests the elements of a collection one by one.
private protocol ElementsRequest {
  /// Returns a linked provider of the parameter.
  static func link(_ parts: [CollectionPart]) -> AnyObject
}

/// The element of such a parameter type.
private protocol ElementRequest: SendableMetatype {
  associatedtype Value

  static func provider(_ link: EffectLink<Value>, in context: Context) -> Self
  static func provider(_ result: Result<Value, any Error>) -> Self
}

extension ThrowingProvider: ElementRequest {
  fileprivate static func provider(_ link: EffectLink<Element>, in context: Context) -> Self {
    ThrowingProvider(link: link, context: context)
  }

  fileprivate static func provider(_ result: Result<Element, any Error>) -> Self {
    // Safety: the value is passed to the one requester of the provider, as any value of the graph is.
    nonisolated(unsafe) let result = result
    return ThrowingProvider { try unsafe result.get() }
  }
}

extension Array: ElementsRequest where Element: ElementRequest {
  fileprivate static func link(_ parts: [CollectionPart]) -> AnyObject {
    typealias Value = Element.Value
    let links = parts.map { part in
      (link: EffectLink<[Value]>(part.provider), isSingle: part.isSingle, levels: part.levels)
    }
    return LinkedProvider<[Element]> { context, _ in
      links.flatMap { part -> [Element] in
        let (link, context) = (part.link, context.ancestor(levels: part.levels))
        if part.isSingle { return [Element.provider(single(of: link), in: context)] }
        do {
          return try link.get(context).map { Element.provider(.success($0)) }
        } catch {
          return [Element.provider(.failure(error))]
        }
      }
    }
  }

  /// Returns a link to the only element of a collection.
  private static func single<Value>(of link: EffectLink<[Value]>) -> EffectLink<Value> {
    .throwing(
      ThrowingLinkedProvider { context in
        guard let value = try link.get(context).first else {
          // The binder made the array of the one element.
          preconditionFailure("A contribution of one element is empty")
        }
        return value
      })
  }
}
