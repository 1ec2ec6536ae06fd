import CleanseGraph

/// A part of a collection that is requested element by element.
struct CollectionPart {
  /// A linked provider of a partial collection.
  let provider: AnyObject
  /// The binding that contributes it, or one of those that do.
  let binding: BindingIndex
  /// The element of a partial collection that always has one, which is then made when it is requested.
  let element: SingleElement?
  /// The number of levels up to the ancestor component that contributes it.
  let levels: Int
}

extension Linker {
  /// Returns a linked provider of a collection of providers, such as `[Provider<Element>]`.
  func elements(of target: Target, as type: (any Any.Type)?) -> AnyObject {
    guard let request = type as? any ElementsRequest.Type else {
      // Only a type that conforms gets a request of this form.
      preconditionFailure("A request for elements does not request a collection of providers")
    }
    let parts = parts(of: target.group, levels: target.levels, as: request.provider)
    let comparesKeys =
      resolution.groups[target.group].isCollection && stepsToCompare(of: target.group) != nil
    return request.link(
      parts,
      comparing: comparesKeys ? parts.map { ResolutionError.Step(graph[$0.binding]) } : nil)
  }

  /// The parts of a collection in order, beginning with the inherited ones.
  ///
  /// - Parameter form: How each part is requested.
  private func parts(
    of group: GroupIndex, levels: Int, as form: RequestForm.Part
  ) -> [CollectionPart] {
    var found: [[CollectionPart]] = []
    func requested(_ provider: AnyObject, of part: GroupIndex) -> AnyObject {
      form == .provider && isFallible(part)
        ? recording.typedKey(of: part).stopping(provider) : provider
    }
    for part in resolution.chain(from: group) {
      let levels = levels + self.levels(from: group, to: part)
      guard let parts = parts[part] ?? lateParts(of: part, as: form) else {
        // An override provides the whole collection.
        let binding = resolution.effective(of: part).prefix(1)
        found.append(
          binding.map {
            CollectionPart(
              provider: requested(linked(group: part, levels: 0), of: part), binding: $0,
              element: nil, levels: levels)
          })
        break
      }
      found.append(
        parts.map {
          CollectionPart(
            provider: requested($0.provider, of: part), binding: $0.binding, element: $0.element,
            levels: levels)
        })
    }
    return found.reversed().flatMap(\.self)
  }

  /// The parts of a collection that is linked later, as another member of the same cycle; nil for an override.
  ///
  /// Only an assisted factory or a property injector requests them: for all others, the collection is an immediate dependency.
  private func lateParts(of group: GroupIndex, as form: RequestForm.Part) -> [CollectionPart]? {
    guard case .collection = resolution.groups[group].provider else { return nil }
    return contributions(to: group).enumerated().map { number, binding in
      let effect = resolution.effects[binding.number]
      return CollectionPart(
        provider: late(
          part: number, of: group, effect: form == .provider ? effect : effect ?? .throwing),
        binding: binding, element: recording.implementations[binding.number].element, levels: 0)
    }
  }
}

/// A parameter type that requests the contributions of a collection one by one.
protocol ElementsRequest {
  /// The type of the collection.
  static var collection: any Any.Type { get }
  /// How each contribution is requested.
  static var provider: RequestForm.Part { get }

  /// Returns a linked provider of the parameter.
  ///
  /// - Parameter steps: The binding of each part, if the keys of a dictionary have to be compared when it is made.
  static func link(_ parts: [CollectionPart], comparing steps: [ResolutionError.Step]?) -> AnyObject
}

/// The element of such a parameter type.
protocol ElementRequest: SendableMetatype {
  associatedtype Value

  static var part: RequestForm.Part { get }

  static func provider(_ link: EffectLink<Value>, in context: Context) -> Self
  static func provider(_ result: Result<Value, any Error>) -> Self
}

/// The value of a dictionary that requests the contributions of another one.
///
/// A contribution of several entries that throws has no keys. So no form of a dictionary handles errors.
protocol EntryRequest: ElementRequest {}

extension Provider: EntryRequest {
  static var part: RequestForm.Part { .provider }

  static func provider(_ link: EffectLink<Element>, in context: Context) -> Self {
    guard case .plain(let linked) = link else {
      // The resolver found that the requester can handle the effects of the collection.
      preconditionFailure("A value that can fail was linked to a provider that can't")
    }
    return Provider(linked: linked, context: context)
  }

  static func provider(_ result: Result<Element, any Error>) -> Self {
    Provider(unchecked: {
      do {
        return try result.get()
      } catch {
        // There is no value, and the type of the request does not let its caller handle an error.
        fatalError("\(error)")
      }
    })
  }
}

extension ThrowingProvider: ElementRequest {
  static var part: RequestForm.Part { .throwingProvider }

  static func provider(_ link: EffectLink<Element>, in context: Context) -> Self {
    ThrowingProvider(link: link, context: context)
  }

  static func provider(_ result: Result<Element, any Error>) -> Self {
    ThrowingProvider(unchecked: { try result.get() })
  }
}

extension AsyncProvider: ElementRequest {
  static var part: RequestForm.Part { .asyncProvider }

  static func provider(_ link: EffectLink<Element>, in context: Context) -> Self {
    AsyncProvider(link: link, context: context)
  }

  static func provider(_ result: Result<Element, any Error>) -> Self {
    // Safety: the value is passed to the one requester of the provider, as any value of the graph is.
    nonisolated(unsafe) let result = result
    return AsyncProvider(unchecked: { try unsafe result.get() })
  }
}

extension Array: ElementsRequest where Element: ElementRequest {
  static var collection: any Any.Type { [Element.Value].self }
  static var provider: RequestForm.Part { Element.part }

  static func link(
    _ parts: [CollectionPart], comparing steps: [ResolutionError.Step]?
  ) -> AnyObject {
    typealias Value = Element.Value
    let links = parts.map { part in
      let link = EffectLink<[Value]>(part.provider)
      return (link, single: part.element.map { _ in link.only { $0.first } }, part.levels)
    }
    return LinkedProvider<[Element]> { context, _ in
      links.flatMap { link, single, levels -> [Element] in
        let context = context.ancestor(levels: levels)
        if let single { return [Element.provider(single, in: context)] }
        do {
          return try link.get(context).map { Element.provider(.success($0)) }
        } catch {
          return [Element.provider(.failure(error))]
        }
      }
    }
  }
}

extension EffectLink {
  /// Returns a link to the only element of a collection.
  ///
  /// - Parameter first: A function without captures.
  func only<Value>(_ first: @escaping (Element) -> Value?) -> EffectLink<Value> {
    // Safety: it has no captures. The compiler does not know that the metatype of a dictionary's key is sendable.
    nonisolated(unsafe) let first = first
    @Sendable func value(_ collection: Element) -> Value {
      guard let value = unsafe first(collection) else {
        // The binder made the collection of the one element.
        preconditionFailure("A contribution of one element is empty")
      }
      return value
    }
    guard case .plain(let provider) = self else {
      return .throwing(ThrowingLinkedProvider { value(try get($0)) })
    }
    return .plain(LinkedProvider { context, _ in value(provider.get(context)) })
  }
}
