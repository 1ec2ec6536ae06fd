extension Diagnostic {
  /// What a finding is about, by its place in the graph.
  public enum Subject: Hashable, Sendable {
    /// The place in ``BindingGraph/components``.
    case component(Int)
    /// The place in ``BindingGraph/bindings``.
    case binding(Int)
    /// What a binding asks for: the binding's place, and that of the request in
    /// ``Binding/requests``.
    case edge(binding: Int, request: Int)

    /// The place of the binding, also of the one that asks.
    public var binding: Int? {
      switch self {
      case .component: nil
      case .binding(let place), .edge(let place, _): place
      }
    }
  }
}

extension Diagnostic.Subject: Codable {
  private enum CodingKeys: String, CodingKey {
    case component, binding, request
  }

  /// Reads the places by their names.
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

  /// Writes the places by their names: `{"binding":3,"request":0}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .component(let place): try container.encode(place, forKey: .component)
    case .binding(let place): try container.encode(place, forKey: .binding)
    case .edge(let binding, let request):
      try container.encode(binding, forKey: .binding)
      try container.encode(request, forKey: .request)
    }
  }
}
