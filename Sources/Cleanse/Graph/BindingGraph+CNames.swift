extension BindingGraph {
  /// What names of C stand for, as the application and its contributors say.
  public struct CNames: Hashable, Sendable, Codable {
    /// A bridge: what `name *` is in Swift.
    public struct Bridge: Hashable, Sendable, Codable {
      /// The name of the pointer's target in C.
      public var name: String
      /// The Swift type.
      public var value: Key
      /// Arrays of the Swift type.
      public var collection: Key
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

    /// In the order in which they were installed.
    public var bridges: [Bridge] = []
    /// In the order in which they were declared.
    public var handles: [Handle] = []

    /// No names.
    public init() {}
  }
}
