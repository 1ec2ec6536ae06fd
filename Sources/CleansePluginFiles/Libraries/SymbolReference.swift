/// A symbol that a file looks up by name.
struct SymbolReference: Hashable, Sendable {
  let name: String
  /// The version that it is looked up with; nil for none.
  let version: String?
}
