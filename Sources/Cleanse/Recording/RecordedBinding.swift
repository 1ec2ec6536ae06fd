import CleanseGraph

/// A binding as a module declares it: the data of it, and how its value is made.
@frozen package struct RecordedBinding: Sendable {
  var data: Binding
  var maker: Maker

  package init(_ data: Binding, maker: Maker) {
    self.data = data
    self.maker = maker
  }
}

/// How the value of a binding is made: the part of a recorded binding that is not data.
@frozen package struct Maker: Sendable {
  @frozen package enum Source: Sendable {
    /// A factory. Linking yields a `LinkedProvider` of the bound value; of the collection for a
    /// contribution.
    case factory(@Sendable (Linker) -> AnyObject)
    /// `build`, which is given the value. Linking yields a provider of what is in the cell.
    case seed(@Sendable (_ cell: Int) -> AnyObject)
    /// The factory of a subcomponent, which was recorded on its own.
    indirect case subcomponent(RecordedComponent)
    /// The ``LegacyObjectGraph`` of the component.
    case objectGraph
    /// The declaration of a collection or an optional, which makes nothing.
    case declaration
  }

  package let source: Source
  /// How contributions are put together, for a contribution and for the declaration of a collection.
  package var assembler: (any CollectionAssembler.Type)?
  /// The types of the factory's parameters.
  var requestTypes: [any Any.Type] = []
  /// Whether a contribution is a single element, and no collection of several.
  package var isSingleElement = false
  /// The binding as its author wrote it, where that is not in Swift.
  package var guest: (any GuestBinding)?

  package init(
    source: Source, assembler: (any CollectionAssembler.Type)? = nil,
    requestTypes: [any Any.Type] = [], isSingleElement: Bool = false,
    guest: (any GuestBinding)? = nil
  ) {
    self.source = source
    self.assembler = assembler
    self.requestTypes = requestTypes
    self.isSingleElement = isSingleElement
    self.guest = guest
  }
}
