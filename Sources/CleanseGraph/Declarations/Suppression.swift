extension Binding {
  /// A suppression that was declared with ``BindingStep/suppressing(_:because:)``.
  public struct Suppression: Hashable, Sendable, Codable {
    /// The code of the suppressed findings.
    public package(set) var code: Diagnostic.Code
    /// Why the findings do not matter for the binding.
    public package(set) var reason: String

    /// Creates a suppression, for tools that construct graphs.
    public init(_ code: Diagnostic.Code, because reason: String) {
      self.code = code
      self.reason = reason
    }
  }
}
