import CleanseGraph

extension BindingGraph {
  /// What C names stand for, as the application and its contributors say.
  public struct CNames: Hashable, Sendable, Codable {
    /// A bridge: what `name *` is in Swift.
    public struct Bridge: Hashable, Sendable, Codable {
      /// The name of the pointer's target in C.
      public var name: String
      /// The Swift type.
      public var value: Key
      /// Arrays of the Swift type.
      public var collection: Key
      /// The place of the component that installs it; nothing for the root component.
      public var component: Int?
      /// The line that installs the bridge.
      public var location: SourceLocation?
      /// Who does, and through which modules.
      public var provenance: Provenance
    }

    /// That somebody destroys the targets of `name *`.
    public struct Handle: Hashable, Sendable, Codable {
      /// The name of the pointer's target in C.
      public var name: String
      /// The line that says so.
      public var location: SourceLocation?
      /// Who does.
      public var provenance: Provenance
    }

    /// That a name after an `@` is a tag of plain pointers, and of which C type it is. All pointers without a
    /// bridge are one Swift type, so the key alone no longer says it.
    public struct Pointer: Hashable, Sendable, Codable {
      /// The name after the `@`.
      public var name: String
      /// The type as C writes it: `name *`, or `name *[]`.
      public var type: String
      /// The index of the component that uses the name; nil for the root component.
      public var component: Int?
      /// The line of a binding that does.
      public var location: SourceLocation?
      /// Who declares the binding, and through which modules.
      public var provenance: Provenance
    }

    /// In the order in which they were installed.
    public var bridges: [Bridge] = []
    /// In the order in which they were declared.
    public var handles: [Handle] = []
    /// Each once for each contributor and component.
    public var pointers: [Pointer] = []

    /// No names.
    public init() {}
  }

  /// A graph of these parts with C names, for tools that make up one of their own.
  ///
  /// - Precondition: Each binding's id is its index in `bindings`, and each component comes after its
  ///   parent.
  public init(
    components: [Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [Dropped] = [], cNames: CNames
  ) {
    self.init(
      Declarations(
        components: components, bindings: bindings, reported: reported, dropped: dropped,
        names: cNames))
  }

  /// What C names stand for, as contributors declare. The keys of bindings are resolved by it already; graphs
  /// that are merged may declare more.
  public var cNames: CNames { declarations.cNames }
}

extension BindingGraph.CNames {
  private enum CodingKeys: CodingKey {
    case bridges, handles, pointers
  }

  /// Reads the names. Documents of before have no pointers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    bridges = try container.decode([Bridge].self, forKey: .bridges)
    handles = try container.decode([Handle].self, forKey: .handles)
    pointers = try container.decodeIfPresent([Pointer].self, forKey: .pointers) ?? []
  }

  /// Writes the names, and no pointers where there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(bridges, forKey: .bridges)
    try container.encode(handles, forKey: .handles)
    if !pointers.isEmpty { try container.encode(pointers, forKey: .pointers) }
  }
}

extension Declarations {
  /// What C names stand for, as contributors declare.
  package var cNames: BindingGraph.CNames {
    get { names as? BindingGraph.CNames ?? BindingGraph.CNames() }
    set { names = newValue }
  }
}
