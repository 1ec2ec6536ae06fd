import CleanseCrypto
package import CleanseGraph

/// The bindings that a plugin, or the application, declares alone, as digests: enough to recognize them in another graph.
package struct RecordedBindings: Hashable, Sendable, Codable {
  /// The digest of a binding.
  package typealias Digest = UInt64

  /// The digest of each binding in ascending order; equal bindings have equal ones.
  package let digests: [Digest]

  /// - Parameters:
  ///   - origin: The identifier of the plugin; nil for the application.
  ///   - isC: Whether the plugin is written in C.
  ///   - graph: The graph of the application with this plugin alone, or without any.
  package init(of origin: String?, isC: Bool, in graph: BindingGraph) {
    digests = graph.bindings.filter { $0.provenance.origin == origin }
      .compactMap { Self.digest(of: $0, isC: isC) }.sorted()
  }

  /// What other contributors can't change about a binding; nil for a declaration, as several of one key are one.
  ///
  /// The keys of a binding in C depend on the tags and bridges that others declare; its signature does not.
  package static func digest(of binding: Binding, isC: Bool) -> Digest? {
    guard [.single, .decorator, .contribution, .subcomponent].contains(binding.kind) else {
      return nil
    }
    let location = binding.location.map { "\($0.file):\($0.line)" } ?? ""
    let names =
      isC
      ? [binding.signature ?? "", binding.key.alias ?? ""]
      : [binding.key.name] + binding.requests.flatMap { $0.keys.map(\.name).sorted() }
    let text = ([binding.kind.rawValue, location] + names).joined(separator: "\0")
    return ContentDigest(of: text.utf8).bytes.prefix(8).reduce(0) { $0 << 8 | Digest($1) }
  }
}
