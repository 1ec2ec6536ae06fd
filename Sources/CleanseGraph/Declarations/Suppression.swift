extension Binding {
  /// What was said with ``BindingStep/suppressing(_:because:)``.
  public struct Suppression: Hashable, Sendable, Codable {
    /// The findings that are left out.
    public var code: Diagnostic.Code
    /// Why they do not matter there.
    public var reason: String

    /// A suppressing, for tools that make up a graph of their own.
    public init(_ code: Diagnostic.Code, because reason: String) {
      self.code = code
      self.reason = reason
    }
  }
}
