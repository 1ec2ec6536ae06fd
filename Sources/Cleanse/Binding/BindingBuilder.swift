/// A binding that has been started with `bind(_:)`: tag it, share it, put it into a collection, or
/// complete it with `to(…)`.
public struct BindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public let draft: BindingDraft

  /// Puts the element under a tag; it is then asked for as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedBindingBuilder<Element, S>
  where T.Element == Element {
    TaggedBindingBuilder(draft: draft.tagged(TaggedKey<T>.self))
  }

  /// Makes the binding a contribution of one or more elements to the collection `[Element]`.
  public func intoCollection() -> CollectionBindingBuilder<Element, S> {
    var draft = draft.tagged(InstanceKey<[Element]>.self)
    draft.assembler = ArrayAssembler<Element>.self
    return CollectionBindingBuilder(draft: draft)
  }
}

extension BindingBuilder where S: Scope {
  /// Makes one instance for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A binding with a tag.
public struct TaggedBindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public let draft: BindingDraft
}

extension TaggedBindingBuilder where S: Scope {
  /// Makes one instance for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A binding of which only `to(…)` is still to be said.
public struct CompletingBindingBuilder<Element>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public let draft: BindingDraft
}
