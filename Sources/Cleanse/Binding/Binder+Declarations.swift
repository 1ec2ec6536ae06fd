import CleanseGraph

extension Binder {
  /// Declares the collection of `Element`, so that it is empty, and not missing, where nothing is
  /// bound `.intoCollection()`. Declaring it again does nothing.
  public func declareCollection<Element>(
    of element: Element.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    declare(
      InstanceKey<[Element]>.self, ArrayAssembler<Element>.self,
      at: RecordedLocation(file: file, path: path, line: line))
  }

  /// Declares a tagged collection of `Element`.
  public func declareCollection<Element, T: Tag>(
    of element: Element.Type, tagged tag: T.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) where T.Element == [Element] {
    declare(
      TaggedKey<T>.self, ArrayAssembler<Element>.self,
      at: RecordedLocation(file: file, path: path, line: line))
  }

  /// Declares the set of `Element`, which is empty where nothing is bound `.intoSet()`.
  public func declareSet<Element: Hashable & SendableMetatype>(
    of element: Element.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    declare(
      InstanceKey<Set<Element>>.self, SetAssembler<Element>.self,
      at: RecordedLocation(file: file, path: path, line: line))
  }

  /// Declares the dictionary `[EntryKey: Value]`, which is empty where nothing is bound
  /// `.intoDictionary(key:)`.
  ///
  /// Several contributions of one key are an error unless `allowsDuplicateKeys` says otherwise; then
  /// the last of them stays.
  public func declareDictionary<EntryKey: Hashable & SendableMetatype, Value>(
    of value: Value.Type, keyedBy key: EntryKey.Type, allowsDuplicateKeys: Bool = false,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    declare(
      InstanceKey<[EntryKey: Value]>.self, DictionaryAssembler<EntryKey, Value>.self,
      allowsDuplicateKeys: allowsDuplicateKeys,
      at: RecordedLocation(file: file, path: path, line: line))
  }

  /// Declares that nothing need be bound for `Element`: who asks for `Element?` gets nothing then.
  /// Who asks for it in another form still needs a binding.
  public func declareOptional<Element>(
    _ element: Element.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    declare(
      InstanceKey<Element>.self, nil,
      at: RecordedLocation(file: file, path: path, line: line))
  }

  private func declare(
    _ key: any TypedKey.Type, _ assembler: (any CollectionAssembler.Type)?,
    allowsDuplicateKeys: Bool = false, at location: RecordedLocation
  ) {
    recorder.declare(
      recorder.keys.key(of: key), assembler, allowsDuplicateKeys: allowsDuplicateKeys, at: location)
  }
}
