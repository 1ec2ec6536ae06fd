import CleanseGraph

/// A binding as a module declares it: its data and its implementation.
@frozen package struct RecordedBinding: Sendable {
  var data: Binding
  var implementation: BindingImplementation
  /// The module that declares it; nil for the component itself.
  var module: ObjectIdentifier?

  package init(_ data: Binding, implementation: BindingImplementation) {
    self.data = data
    self.implementation = implementation
  }
}

/// The part of a recorded binding that is not data: the closures and types that provide its value.
@frozen package struct BindingImplementation: Sendable {
  @frozen package enum Source: Sendable {
    /// A factory. Linking yields a linked provider of the bound value, or of the collection for a contribution.
    case factory(@Sendable (Linker) -> AnyObject)
    /// The seed that is passed to `build`. Linking yields a linked provider of the value in the cell.
    case seed(@Sendable (_ cell: Cell) -> AnyObject)
    /// The factory of a subcomponent, which was recorded separately.
    indirect case subcomponent(RecordedComponent)
    /// The ``LegacyObjectGraph`` of the component.
    case objectGraph
    /// The declaration of a collection or an optional, which provides no value.
    case declaration
  }

  /// What few bindings have.
  package struct Extras: Sendable {
    var assembler: (any CollectionAssembler.Type)?
    var element: SingleElement?
    var guest: (any GuestBinding)?
    var service: (any AnyServiceHooks)?
  }

  package let source: Source
  /// The types of the factory's parameters.
  var requestTypes: [any Any.Type] = []
  /// Nil for most bindings: a recording has many, and copies them often.
  private var box: Box<Extras>?

  package init(
    source: Source, assembler: (any CollectionAssembler.Type)? = nil,
    requestTypes: [any Any.Type] = [], element: SingleElement? = nil,
    guest: (any GuestBinding)? = nil
  ) {
    self.source = source
    self.requestTypes = requestTypes
    guard assembler != nil || element != nil || guest != nil else { return }
    box = Box(Extras(assembler: assembler, element: element, guest: guest))
  }
}

extension BindingImplementation {
  private var extras: Extras {
    get { box?.value ?? Extras() }
    set { box = Box(newValue) }
  }

  /// Combines contributions, for a contribution and for the declaration of a collection.
  package var assembler: (any CollectionAssembler.Type)? {
    get { box?.value.assembler }
    set { extras.assembler = newValue }
  }

  /// The element that a contribution consists of; nil for a contribution of a collection.
  var element: SingleElement? { box?.value.element }

  /// The binding as it was declared, if it was declared in a guest language.
  package var guest: (any GuestBinding)? { box?.value.guest }

  /// How the instance starts, runs and stops, if the binding is a service.
  package var service: (any AnyServiceHooks)? {
    get { box?.value.service }
    set { if newValue != nil || service != nil { extras.service = newValue } }
  }
}

/// A contribution of one element. Requests of the elements one by one don't make it before they need it.
package final class SingleElement: Sendable {
  /// The key of the element in a dictionary.
  let entry: (any Hashable & Sendable)?

  private init(entry: (any Hashable & Sendable)?) {
    self.entry = entry
  }

  /// An element of an array or a set.
  package static let withoutKey = SingleElement(entry: nil)

  static func of(entry: (any Hashable & Sendable)?) -> SingleElement {
    entry.map { SingleElement(entry: $0) } ?? withoutKey
  }
}
