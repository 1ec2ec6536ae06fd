import CleanseGraph

/// A part of a collection, for a request of its elements one by one.
struct CollectionPart {
  /// A linked provider of a collection.
  let provider: AnyObject
  /// Whether that collection always has one element, which is then made when it is requested.
  let isSingle: Bool
  /// How many components outwards it is.
  let levels: Int
}

extension Linker {
  /// A linked provider of `[ThrowingProvider<Element>]`.
  func throwingElements(of target: Target, as type: (any Any.Type)?) -> AnyObject {
    guard let request = type as? any ElementsRequest.Type else {
      preconditionFailure("A request for elements is none for a collection of providers")
    }
    return request.link(parts(of: target.group, levels: target.levels))
  }

  /// The parts of a linked collection in their order: those that are inherited first.
  private func parts(of group: Int, levels: Int) -> [CollectionPart] {
    resolution.chain(from: group).reversed().flatMap { part -> [CollectionPart] in
      let levels = levels + self.levels(from: group, to: part)
      // An override provides all of them as one.
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

/// The type of a parameter that requests the elements of a collection one by one.
private protocol ElementsRequest {
  /// Makes a linked provider of the parameter.
  static func link(_ parts: [CollectionPart]) -> AnyObject
}

/// What such a collection consists of.
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
    // Safety: the value is handed to the one requester of the provider, as any value of the graph is.
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
        let (link, context) = (part.link, context.outer(levels: part.levels))
        if part.isSingle { return [Element.provider(single(of: link), in: context)] }
        do {
          return try link.get(context).map { Element.provider(.success($0)) }
        } catch {
          return [Element.provider(.failure(error))]
        }
      }
    }
  }

  /// The one element of a collection.
  private static func single<Value>(of link: EffectLink<[Value]>) -> EffectLink<Value> {
    .throwing(
      ThrowingLinkedProvider { context in
        guard let value = try link.get(context).first else {
          preconditionFailure("A contribution of one element has none")
        }
        return value
      })
  }
}
