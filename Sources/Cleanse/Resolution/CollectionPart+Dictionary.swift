import CleanseGraph

extension Dictionary: ElementsRequest where Value: EntryRequest {
  static var collection: any Any.Type { [Key: Value.Value].self }
  static var provider: RequestForm.Part { Value.part }

  static func link(
    _ parts: [CollectionPart], comparing steps: [ResolutionError.Step]?
  ) -> AnyObject {
    let entries = parts.map { Entries<Key, Value>($0) }
    return linked { context in
      var whole: [Key: Value] = [:]
      var contributors: [Key: Int] = [:]
      for (number, part) in entries.enumerated() {
        for (key, value) in part.providers(in: context) {
          let other = contributors.updateValue(number, forKey: key)
          guard let steps, let other else {
            whole[key] = value
            continue
          }
          whole[key] = Value.provider(
            .failure(
              DuplicateEntryError(
                dictionary: TypeName.display([Key: Value.Value].self), key: String(reflecting: key),
                contributions: [steps[other], steps[number]])))
        }
      }
      return whole
    }
  }

  /// Separate, and generic over any type, as the compiler does not know that the metatype of the key is sendable.
  private static func linked<Whole>(_ make: @escaping (Context) -> Whole) -> AnyObject {
    // Safety: it captures linked providers, which are sendable, and keys, which the binder took as sendable ones.
    nonisolated(unsafe) let make = make
    return LinkedProvider<Whole> { context, _ in unsafe make(context) }
  }
}

/// The entries of a part of a dictionary.
private struct Entries<Key: Hashable, Value: EntryRequest> {
  private enum Content {
    case single(Key, EffectLink<Value.Value>)
    case several(EffectLink<[Key: Value.Value]>)
  }

  private let content: Content
  private let levels: Int

  init(_ part: CollectionPart) {
    let link = EffectLink<[Key: Value.Value]>(part.provider)
    levels = part.levels
    // Two steps, as nil could be cast to a key that is itself optional.
    guard let entry = part.element?.entry, let key = entry as? Key else {
      content = .several(link)
      return
    }
    content = .single(key, link.only { $0.first?.value })
  }

  /// The entries. Only the values of several ones are made.
  func providers(in context: Context) -> [(Key, Value)] {
    let context = context.ancestor(levels: levels)
    switch content {
    case .single(let key, let link): return [(key, Value.provider(link, in: context))]
    case .several(let link):
      do {
        return try link.get(context).map { ($0, Value.provider(.success($1))) }
      } catch {
        // A request that can't handle an error is linked only to what has none.
        preconditionFailure("\(error)")
      }
    }
  }
}
