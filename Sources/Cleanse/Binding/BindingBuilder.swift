// The three types are frozen for the same reason as `BindingDraft`.

import CleanseGraph

/// A binding that was started with `bind(_:)`.
///
/// Tag it, share it, contribute it to a collection, or complete it with `to(…)`.
@frozen
public struct BindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// The binding as configured so far.
  public let draft: BindingDraft<Element>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Element>) -> Self { Self(draft: draft) }

  /// Qualifies the element with a tag, so that dependents request it as `TaggedProvider<T>`.
  public func tagged<T: Tag>(with tag: T.Type) -> TaggedBindingBuilder<Element, S>
  where T.Element == Element {
    TaggedBindingBuilder(draft: draft.tagged(tag))
  }

  /// Contributes one or more elements to the collection `[Element]`.
  public func intoCollection() -> CollectionBindingBuilder<[Element], Element, S> {
    CollectionBindingBuilder(
      draft: draft.contributing(
        to: [Element].self, by: ArrayAssembler<Element>.self),
      collect: { [$0] })
  }

  /// Contributes dictionaries to the dictionary `[EntryKey: Element]`.
  ///
  /// Their keys are known only when the dictionary is made. If two contributions then have an entry for the same key, and
  /// the dictionary is not declared to allow that, making it fails with a ``DuplicateEntryError``.
  ///
  /// - Parameter key: The type of the keys.
  public func intoDictionary<EntryKey: Hashable & SendableMetatype>(
    keyedBy key: EntryKey.Type = EntryKey.self
  ) -> BindingBuilder<[EntryKey: Element], S> {
    BindingBuilder<[EntryKey: Element], S>(
      draft: draft.contributing(
        to: [EntryKey: Element].self, by: DictionaryAssembler<EntryKey, Element>.self))
  }

  /// Contributes an entry to the dictionary `[EntryKey: Element]`.
  ///
  /// - Parameter key: The key of the entry. A binding that contributes a whole dictionary all the same provides its own
  ///   keys.
  public func intoDictionary<EntryKey: Hashable & Sendable>(
    key: EntryKey
  ) -> CollectionBindingBuilder<[EntryKey: Element], Element, S> {
    CollectionBindingBuilder(
      draft: draft.contributing(
        to: [EntryKey: Element].self, by: DictionaryAssembler<EntryKey, Element>.self
      ).changing { $0.options.entry = key },
      collect: { [key: $0] })
  }
}

extension BindingBuilder where Element: Hashable & SendableMetatype {
  /// Contributes one or more elements to the set `Set<Element>`.
  public func intoSet() -> CollectionBindingBuilder<Set<Element>, Element, S> {
    CollectionBindingBuilder(
      draft: draft.contributing(
        to: Set<Element>.self, by: SetAssembler<Element>.self),
      collect: { [$0] })
  }
}

extension BindingBuilder where S: Scope {
  /// Shares one element within each instance of the component.
  ///
  /// The element is made at the first request. Requests from several threads get the same element.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A tagged binding that is not completed.
@frozen
public struct TaggedBindingBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// The binding as configured so far.
  public let draft: BindingDraft<Element>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Element>) -> Self { Self(draft: draft) }
}

extension TaggedBindingBuilder where S: Scope {
  /// Shares one element within each instance of the component.
  ///
  /// The element is made at the first request. Requests from several threads get the same element.
  public func sharedInScope() -> CompletingBindingBuilder<Element> {
    CompletingBindingBuilder(draft: draft.shared)
  }
}

/// A binding that only lacks its final `to(…)`.
@frozen
public struct CompletingBindingBuilder<Element>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// The binding as configured so far.
  public let draft: BindingDraft<Element>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Element>) -> Self { Self(draft: draft) }
}
