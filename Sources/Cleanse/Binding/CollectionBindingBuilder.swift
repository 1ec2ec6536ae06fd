import CleanseGraph

/// A contribution to a collection of type `Input`: `[Element]`, `Set<Element>` or a dictionary.
public struct CollectionBindingBuilder<Input, Element, S: ScopeBase>: CollectionBindToable {
  /// The binding as configured so far.
  public let draft: BindingDraft<Input>
  /// Returns a collection with one element.
  public let collect: @Sendable (Element) -> Input

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Input>) -> Self { Self(draft: draft, collect: collect) }

  /// Qualifies the whole collection with a tag, so that dependents request it as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedCollectionBindingBuilder<Input, Element, S>
  where T.Element == Input {
    TaggedCollectionBindingBuilder(draft: draft.tagged(tag), collect: collect)
  }
}

extension CollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, when it is first requested.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Input, Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared, collect: collect)
  }
}

/// A contribution to a tagged collection.
public struct TaggedCollectionBindingBuilder<Input, Element, S: ScopeBase>: CollectionBindToable {
  /// The binding as configured so far.
  public let draft: BindingDraft<Input>
  /// Returns a collection with one element.
  public let collect: @Sendable (Element) -> Input

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Input>) -> Self { Self(draft: draft, collect: collect) }
}

extension TaggedCollectionBindingBuilder where S: Scope {
  /// Makes the contribution once for each instance of the component, when it is first requested.
  public func sharedInScope() -> CompletingCollectionBindingBuilder<Input, Element> {
    CompletingCollectionBindingBuilder(draft: draft.shared, collect: collect)
  }
}

/// A contribution that only lacks its final `to(…)`.
public struct CompletingCollectionBindingBuilder<Input, Element>: CollectionBindToable {
  /// The binding as configured so far.
  public let draft: BindingDraft<Input>
  /// Returns a collection with one element.
  public let collect: @Sendable (Element) -> Input

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Input>) -> Self { Self(draft: draft, collect: collect) }
}
