/// A contribution to the collection `[Element]`.
public struct CollectionBindingBuilder<Element, S: ScopeBase>: CollectionBindToable {
  /// What has been said so far.
  public let draft: BindingDraft

  /// Puts the whole collection under a tag; it is then asked for as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedCollectionBindingBuilder<Element, S>
  where T.Element == [Element] {
    TaggedCollectionBindingBuilder(draft: draft.tagged(TaggedKey<T>.self))
  }
}

extension CollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared)
  }
}

/// A contribution to a tagged collection.
public struct TaggedCollectionBindingBuilder<Element, S: ScopeBase>: CollectionBindToable {
  /// What has been said so far.
  public let draft: BindingDraft
}

extension TaggedCollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared)
  }
}

/// A contribution of which only `to(…)` is still to be said.
public struct CompletingCollectionBindingBuilder<Element>: CollectionBindToable {
  /// What has been said so far.
  public let draft: BindingDraft
}
