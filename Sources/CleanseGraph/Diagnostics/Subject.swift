extension Diagnostic {
  /// The part of the graph that a finding is about, by its index.
  public enum Subject: Hashable, Sendable {
    /// A component, by its index in ``BindingGraph/components``.
    case component(Int)
    /// A binding, by its index in ``BindingGraph/bindings``.
    case binding(Int)
    /// A request, by the index of the requesting binding and that of the request in ``Binding/requests``.
    case edge(binding: Int, request: Int)

    /// The index of the binding or of the requester; nil for a component.
    public var binding: Int? {
      switch self {
      case .component: nil
      case .binding(let index), .edge(let index, _): index
      }
    }
  }
}

extension Diagnostic.Subject: Codable {
  private enum CodingKeys: String, CodingKey {
    case component, binding, request
  }

  /// Reads the indices by name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let component = try container.decodeIfPresent(Int.self, forKey: .component) {
      self = .component(component)
      return
    }
    let binding = try container.decode(Int.self, forKey: .binding)
    self =
      try container.decodeIfPresent(Int.self, forKey: .request)
      .map { .edge(binding: binding, request: $0) } ?? .binding(binding)
  }

  /// Writes the indices by name: `{"binding":3,"request":0}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .component(let index): try container.encode(index, forKey: .component)
    case .binding(let index): try container.encode(index, forKey: .binding)
    case .edge(let binding, let request):
      try container.encode(binding, forKey: .binding)
      try container.encode(request, forKey: .request)
    }
  }
}
