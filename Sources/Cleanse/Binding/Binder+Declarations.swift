import CleanseGraph

extension Binder {
  /// Declares the collection `[Element]`, so that it is empty rather than missing when no binding contributes
  /// to it with `.intoCollection()`.
  ///
  /// Declaring it again has no effect.
  public func declareCollection<Element>(
    of element: Element.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<[Element]>.self, ArrayAssembler<Element>.self,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares the collection `[Element]` with a tag, so that it is empty rather than missing when no binding
  /// contributes to it.
  ///
  /// Declaring it again has no effect.
  public func declareCollection<Element, T: Tag>(
    of element: Element.Type, tagged tag: T.Type,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == [Element] {
    declare(
      TaggedKey<T>.self, ArrayAssembler<Element>.self,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares the set `Set<Element>`, so that it is empty rather than missing when no binding contributes to it
  /// with `.intoSet()`.
  public func declareSet<Element: Hashable & SendableMetatype>(
    of element: Element.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<Set<Element>>.self, SetAssembler<Element>.self,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares the set `Set<Element>` with a tag, so that it is empty rather than missing when no binding contributes
  /// to it.
  public func declareSet<Element: Hashable & SendableMetatype, T: Tag>(
    of element: Element.Type, tagged tag: T.Type,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == Set<Element> {
    declare(
      TaggedKey<T>.self, SetAssembler<Element>.self,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares the dictionary `[EntryKey: Value]`, so that it is empty rather than missing when no binding
  /// contributes to it with `.intoDictionary(key:)`.
  ///
  /// - Parameters:
  ///   - value: The type of the dictionary's values.
  ///   - key: The type of the dictionary's keys.
  ///   - allowsDuplicateKeys: Whether several contributions may have the same key. If true, the last of them
  ///     wins; otherwise they are an error of the graph.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareDictionary<EntryKey: Hashable & SendableMetatype, Value>(
    of value: Value.Type, keyedBy key: EntryKey.Type, allowsDuplicateKeys: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<[EntryKey: Value]>.self, DictionaryAssembler<EntryKey, Value>.self,
      allowsDuplicateKeys: allowsDuplicateKeys,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares the dictionary `[EntryKey: Value]` with a tag, so that it is empty rather than missing when no binding
  /// contributes to it.
  ///
  /// - Parameters:
  ///   - value: The type of the dictionary's values.
  ///   - key: The type of the dictionary's keys.
  ///   - tag: The tag of the dictionary.
  ///   - allowsDuplicateKeys: Whether several contributions may have the same key. If true, the last of them
  ///     wins; otherwise they are an error of the graph.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareDictionary<EntryKey: Hashable & SendableMetatype, Value, T: Tag>(
    of value: Value.Type, keyedBy key: EntryKey.Type, tagged tag: T.Type,
    allowsDuplicateKeys: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == [EntryKey: Value] {
    declare(
      TaggedKey<T>.self, DictionaryAssembler<EntryKey, Value>.self,
      allowsDuplicateKeys: allowsDuplicateKeys,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares that `Element` needs no binding: a request for `Element?` yields nil without one.
  ///
  /// A request for `Element` in any other form still requires a binding.
  public func declareOptional<Element>(
    of element: Element.Type, file: StaticString = #fileID, line: Int = #line
  ) {
    declare(InstanceKey<Element>.self, nil, at: RecordedLocation(file: file, line: line))
  }

  private func declare(
    _ key: any TypedKey.Type, _ assembler: (any CollectionAssembler.Type)?,
    allowsDuplicateKeys: Bool = false, at location: RecordedLocation
  ) {
    recorder.declare(
      recorder.keys.key(of: key), assembler, allowsDuplicateKeys: allowsDuplicateKeys, at: location)
  }
}
