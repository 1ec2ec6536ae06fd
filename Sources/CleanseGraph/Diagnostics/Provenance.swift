/// The origin of a binding: the contributor and the modules that declared it.
public struct Provenance: Hashable, Sendable, Codable {
  /// An opaque name of the contributor, such as a plugin's identifier; nil for the application itself.
  public package(set) var origin: String?
  /// The chain of modules that led to the binding, outermost first.
  public package(set) var modules: [String]

  /// Creates a provenance; without arguments, that of a binding which the component itself declares.
  public init(origin: String? = nil, modules: [String] = []) {
    self.origin = origin
    self.modules = modules
  }

  /// The provenance as part of a sentence: `in A > B, from org.example.words`.
  package var phrase: String? {
    let chain = modules.isEmpty ? nil : "in \(modules.joined(separator: " > "))"
    let parts = [chain, origin.map { "from \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
