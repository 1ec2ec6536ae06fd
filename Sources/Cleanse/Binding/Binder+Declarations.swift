import CleanseGraph

extension Binder {
  /// Declares the collection `[Element]`, so that it is empty rather than missing when no binding contributes
  /// to it with `.intoCollection()`.
  ///
  /// Declaring it again has no effect.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone, where the plugins of a program
  ///     run in several processes. Then plugins need not run in one process for the application to have all their
  ///     contributions. A plugin that requests the collection always has all of them.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareCollection<Element>(
    of element: Element.Type, perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<[Element]>.self, of: element, ArrayAssembler<Element>.self,
      perProcess: perProcess, at: RecordedLocation(file: file, line: line))
  }

  /// Declares the collection `[Element]` with a tag, so that it is empty rather than missing when no binding
  /// contributes to it.
  ///
  /// Declaring it again has no effect.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - tag: The tag of the collection.
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareCollection<Element, T: Tag>(
    of element: Element.Type, tagged tag: T.Type, perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == [Element] {
    declare(
      TaggedKey<T>.self, of: element, ArrayAssembler<Element>.self,
      perProcess: perProcess, at: RecordedLocation(file: file, line: line))
  }

  /// Declares the set `Set<Element>`, so that it is empty rather than missing when no binding contributes to it
  /// with `.intoSet()`.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareSet<Element: Hashable & SendableMetatype>(
    of element: Element.Type, perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<Set<Element>>.self, of: element, SetAssembler<Element>.self,
      perProcess: perProcess, at: RecordedLocation(file: file, line: line))
  }

  /// Declares the set `Set<Element>` with a tag, so that it is empty rather than missing when no binding contributes
  /// to it.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - tag: The tag of the set.
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareSet<Element: Hashable & SendableMetatype, T: Tag>(
    of element: Element.Type, tagged tag: T.Type, perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == Set<Element> {
    declare(
      TaggedKey<T>.self, of: element, SetAssembler<Element>.self,
      perProcess: perProcess, at: RecordedLocation(file: file, line: line))
  }

  /// Declares the dictionary `[EntryKey: Value]`, so that it is empty rather than missing when no binding
  /// contributes to it with `.intoDictionary(key:)`.
  ///
  /// - Parameters:
  ///   - value: The type of the dictionary's values.
  ///   - key: The type of the dictionary's keys.
  ///   - allowsDuplicateKeys: Whether several contributions may have the same key. If true, the last of them
  ///     wins; otherwise they are an error of the graph.
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareDictionary<EntryKey: Hashable & SendableMetatype, Value>(
    of value: Value.Type, keyedBy key: EntryKey.Type, allowsDuplicateKeys: Bool = false,
    perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<[EntryKey: Value]>.self, of: value, DictionaryAssembler<EntryKey, Value>.self,
      allowsDuplicateKeys: allowsDuplicateKeys, perProcess: perProcess,
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
  ///   - perProcess: Whether each process may have the contributions of its own plugins alone.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  public func declareDictionary<EntryKey: Hashable & SendableMetatype, Value, T: Tag>(
    of value: Value.Type, keyedBy key: EntryKey.Type, tagged tag: T.Type,
    allowsDuplicateKeys: Bool = false, perProcess: Bool = false,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == [EntryKey: Value] {
    declare(
      TaggedKey<T>.self, of: value, DictionaryAssembler<EntryKey, Value>.self,
      allowsDuplicateKeys: allowsDuplicateKeys, perProcess: perProcess,
      at: RecordedLocation(file: file, line: line))
  }

  /// Declares that `Element` needs no binding: a request for `Element?` yields nil without one, as do requests for
  /// `Provider<Element?>` and `Provider<Element>?`.
  ///
  /// A request for `Element` in a form without an optional still requires a binding.
  public func declareOptional<Element>(
    of element: Element.Type, file: StaticString = #fileID, line: Int = #line
  ) {
    declare(
      InstanceKey<Element>.self, of: element, nil, at: RecordedLocation(file: file, line: line))
  }

  /// Declares that `Element` with a tag needs no binding: a request for `TaggedProvider<T>?` yields nil without one.
  ///
  /// A request for `TaggedProvider<T>` still requires a binding.
  public func declareOptional<Element, T: Tag>(
    of element: Element.Type, tagged tag: T.Type,
    file: StaticString = #fileID, line: Int = #line
  ) where T.Element == Element {
    declare(TaggedKey<T>.self, of: element, nil, at: RecordedLocation(file: file, line: line))
  }

  private func declare(
    _ key: any TypedKey.Type, of element: any Any.Type,
    _ assembler: (any CollectionAssembler.Type)?,
    allowsDuplicateKeys: Bool = false, perProcess: Bool = false, at location: RecordedLocation
  ) {
    if let derived = DerivedRequest(element),
      derived.form.isOfFramework(isOptional: assembler == nil)
    {
      refuse(
        element, derived, of: assembler == nil ? nil : key.element, at: location.sourceLocation)
    }
    recorder.declare(
      recorder.keys.key(of: key), assembler, allowsDuplicateKeys: allowsDuplicateKeys,
      perProcess: perProcess, at: location)
  }

  /// Reports that a form of request was declared, which would leave the requested type undeclared.
  ///
  /// - Parameter collection: The type of the declared collection; nil for an optional.
  private func refuse(
    _ form: any Any.Type, _ derived: DerivedRequest, of collection: (any Any.Type)?,
    at location: SourceLocation
  ) {
    let name = TypeName.display(form)
    let requested = derived.composed ?? derived
    let element = TypeName.display(requested.element)
    let fix =
      if let collection {
        if derived.tag == nil {
          "declare the collection of \(element), and request "
            + (TypeShape.elements(of: TypeName.display(collection))?.request
              ?? "[Provider<\(element)>]")
        } else {
          "declare the collection of \(element) with a tag whose Element is that collection, and "
            + "request the TaggedProvider of this tag"
        }
      } else {
        "declare \(element), and request "
          + (requested.form.allowsAbsence ? name : "\(TypeName.wrapped(name))?")
      }
    recorder.addError(
      .configurationError,
      "\(name) is a form in which \(element) is requested, and can't be declared",
      at: location, fix: fix)
  }
}

extension RequestForm {
  /// Whether the form is written with a type of the framework, or is an optional of what is declared as one.
  fileprivate func isOfFramework(isOptional: Bool) -> Bool {
    switch outermost {
    case .provider, .throwingProvider, .asyncProvider, .weakProvider, .elements: true
    case .optional: isOptional
    // A function is a value of its own at least as often.
    case .function, nil: false
    }
  }
}
