/// The origin of a binding: the contributor and the modules that declared it.
// Frozen: a provenance is one reference, which all bindings of a module share. The referenced fields may grow.
@frozen public struct Provenance: Sendable {
  fileprivate struct Fields: Hashable, Sendable {
    var origin: String?
    var modules: [String] = []
  }

  @usableFromInline
  package final class Storage: Sendable {
    fileprivate let fields: Fields

    fileprivate init(_ fields: Fields) {
      self.fields = fields
    }
  }

  /// Nil for a binding that the component of the application itself declares.
  @usableFromInline
  package private(set) var storage: Storage?

  private var fields: Fields {
    get { storage?.fields ?? Fields() }
    set { self = Provenance(origin: newValue.origin, modules: newValue.modules) }
  }

  /// An opaque name of the contributor, such as a plugin's identifier; nil for the application itself.
  public package(set) var origin: String? {
    get { storage?.fields.origin }
    set { fields.origin = newValue }
  }
  /// The chain of modules that led to the binding, outermost first.
  public package(set) var modules: [String] {
    get { storage?.fields.modules ?? [] }
    set { fields.modules = newValue }
  }

  /// Creates a provenance; without arguments, that of a binding which the component itself declares.
  public init(origin: String? = nil, modules: [String] = []) {
    guard origin != nil || !modules.isEmpty else { return }
    storage = Storage(Fields(origin: origin, modules: modules))
  }

  /// The provenance as part of a sentence: `in A > B, from org.example.words`.
  package var phrase: String? {
    let chain = modules.isEmpty ? nil : "in \(modules.joined(separator: " > "))"
    let parts = [chain, origin.map { "from \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Provenance: Hashable {
  /// Compares contributor and modules.
  public static func == (left: Provenance, right: Provenance) -> Bool {
    left.storage === right.storage || left.fields == right.fields
  }

  /// Hashes contributor and modules.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields)
  }
}

extension Provenance: Codable {
  private enum CodingKeys: String, CodingKey {
    case origin, modules
  }

  /// Reads a provenance.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      origin: try container.decodeIfPresent(String.self, forKey: .origin),
      modules: try container.decode([String].self, forKey: .modules))
  }

  /// Writes a provenance, without the contributor if there is none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(origin, forKey: .origin)
    try container.encode(modules, forKey: .modules)
  }
}
