import CleanseGraph

/// A contribution to a collection of type `Input`: `[Element]`, `Set<Element>` or a dictionary.
public struct CollectionBindingBuilder<Input, Element, S: ScopeBase>: CollectionBindToable {
  /// What has been said so far.
  public var draft: BindingDraft
  /// Makes a collection of one element.
  public let collect: @Sendable (Element) -> Input

  /// Puts the whole collection under a tag; it is then asked for as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedCollectionBindingBuilder<Input, Element, S>
  where T.Element == Input {
    TaggedCollectionBindingBuilder(draft: draft.tagged(tag), collect: collect)
  }
}

extension CollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Input, Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared, collect: collect)
  }
}

/// A contribution to a tagged collection.
public struct TaggedCollectionBindingBuilder<Input, Element, S: ScopeBase>: CollectionBindToable {
  /// What has been said so far.
  public var draft: BindingDraft
  /// Makes a collection of one element.
  public let collect: @Sendable (Element) -> Input
}

extension TaggedCollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Input, Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared, collect: collect)
  }
}

/// A contribution of which only `to(…)` is still to be said.
public struct CompletingCollectionBindingBuilder<Input, Element>: CollectionBindToable {
  /// What has been said so far.
  public var draft: BindingDraft
  /// Makes a collection of one element.
  public let collect: @Sendable (Element) -> Input
}
