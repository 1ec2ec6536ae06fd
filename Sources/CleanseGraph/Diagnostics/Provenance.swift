/// Who brought a binding into a graph.
public struct Provenance: Hashable, Sendable, Codable {
  /// An opaque name of the contributor, such as a plugin's identifier; nothing for the
  /// application itself.
  public var origin: String?
  /// The chain of modules that led to the binding, outermost first.
  public var modules: [String]

  /// Without arguments, what the component itself declares.
  public init(origin: String? = nil, modules: [String] = []) {
    self.origin = origin
    self.modules = modules
  }

  /// The provenance as a part of a sentence: `in A > B, from org.example.words`.
  var phrase: String? {
    let chain = modules.isEmpty ? nil : "in \(modules.joined(separator: " > "))"
    let parts = [chain, origin.map { "from \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
