import CleanseGraph

extension BindingGraph {
  /// The meanings of C names: bridges, handles and tags of pointers, as the application and its contributors
  /// declare them.
  package struct CNames: Hashable, Sendable, Codable {
    /// A bridge: the Swift type of `name *`.
    package struct Bridge: Hashable, Sendable, Codable {
      /// The C name of the pointer's target.
      package var name: String
      /// The key of the Swift type.
      package var value: Key
      /// The key of arrays of the Swift type.
      package var collection: Key
      /// The component that installs it; nil for the root component.
      package var component: ComponentIndex?
      /// The location of the call that installs the bridge.
      package var location: SourceLocation?
      /// The contributor that installs it, and the modules that lead to it.
      package var provenance: Provenance
    }

    /// A handle: a plugin declares a destructor for the targets of `name *`.
    package struct Handle: Hashable, Sendable, Codable {
      /// The C name of the pointer's target.
      package var name: String
      /// The location of the declaration.
      package var location: SourceLocation?
      /// The contributor that declares it.
      package var provenance: Provenance
    }

    /// The C type of a tag of plain pointers, whose name is written after an `@`.
    ///
    /// All pointers without a bridge have one Swift type, so the key alone does not contain the C type.
    package struct Pointer: Hashable, Sendable, Codable {
      /// The name after the `@`.
      package var name: String
      /// The type as C writes it: `name *`, or `name *[]`.
      package var type: String
      /// The component that uses the name; nil for the root component.
      package var component: ComponentIndex?
      /// The location of a binding that uses it.
      package var location: SourceLocation?
      /// The contributor that declares the binding, and the modules that lead to it.
      package var provenance: Provenance
    }

    /// The bridges, in the order of installation.
    package var bridges: [Bridge] = []
    /// The handles, in the order of declaration.
    package var handles: [Handle] = []
    /// The tags of plain pointers, once for each contributor and component.
    package var pointers: [Pointer] = []

    /// Creates an empty set of names.
    package init() {}
  }

  /// The meanings of C names that contributors declare.
  ///
  /// The keys of bindings are already resolved with them; a merge with other graphs may add names.
  package var cNames: CNames { declarations.cNames }
}

extension BindingGraph.CNames {
  private enum CodingKeys: CodingKey {
    case bridges, handles, pointers
  }

  /// Decodes the names.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    bridges = try container.decode([Bridge].self, forKey: .bridges)
    handles = try container.decode([Handle].self, forKey: .handles)
    pointers = try container.decodeIfPresent([Pointer].self, forKey: .pointers) ?? []
  }

  /// Encodes the names; `pointers` is omitted when it is empty.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(bridges, forKey: .bridges)
    try container.encode(handles, forKey: .handles)
    if !pointers.isEmpty { try container.encode(pointers, forKey: .pointers) }
  }
}

extension Declarations {
  /// The meanings of C names that contributors declare.
  package var cNames: BindingGraph.CNames {
    get { names as? BindingGraph.CNames ?? BindingGraph.CNames() }
    set { names = newValue }
  }
}
