// The three are frozen as `BindingDraft` is, for the same reason.

import CleanseGraph

/// A binding that has been started with `bind(_:)`: tag it, share it, put it into a collection, or
/// complete it with `to(…)`.
@frozen
public struct BindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public var draft: BindingDraft

  /// Puts the element under a tag; it is then asked for as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedBindingBuilder<Element, S>
  where T.Element == Element {
    TaggedBindingBuilder(draft: draft.tagged(tag))
  }

  /// Makes the binding a contribution of one or more elements to the collection `[Element]`.
  public func intoCollection() -> CollectionBindingBuilder<[Element], Element, S> {
    CollectionBindingBuilder(
      draft: draft.contributing(
        to: [Element].self, by: ArrayAssembler<Element>.self),
      collect: { [$0] })
  }

  /// Makes the binding a contribution of one entry, or of several, to the dictionary
  /// `[EntryKey: Element]`.
  public func intoDictionary<EntryKey: Hashable & Sendable>(
    key: EntryKey
  ) -> CollectionBindingBuilder<[EntryKey: Element], Element, S> {
    var draft = draft.contributing(
      to: [EntryKey: Element].self, by: DictionaryAssembler<EntryKey, Element>.self)
    draft.parts.entry = key
    return CollectionBindingBuilder(draft: draft, collect: { [key: $0] })
  }
}

extension BindingBuilder where Element: Hashable & SendableMetatype {
  /// Makes the binding a contribution of one or more elements to the set `Set<Element>`.
  public func intoSet() -> CollectionBindingBuilder<Set<Element>, Element, S> {
    CollectionBindingBuilder(
      draft: draft.contributing(
        to: Set<Element>.self, by: SetAssembler<Element>.self),
      collect: { [$0] })
  }
}

extension BindingBuilder where S: Scope {
  /// Makes one instance for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A binding with a tag.
@frozen
public struct TaggedBindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public var draft: BindingDraft
}

extension TaggedBindingBuilder where S: Scope {
  /// Makes one instance for each instance of the component, at the first request.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A binding of which only `to(…)` is still to be said.
@frozen
public struct CompletingBindingBuilder<Element>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public var draft: BindingDraft
}
