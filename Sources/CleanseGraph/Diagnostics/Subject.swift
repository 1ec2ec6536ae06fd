extension Diagnostic {
  /// The part of the graph that a finding is about.
  public enum Subject: Hashable, Sendable {
    /// A component.
    case component(ComponentIndex)
    /// A binding.
    case binding(BindingIndex)
    /// A request, with the requesting binding.
    case edge(binding: BindingIndex, request: RequestIndex)

    /// The binding or the requester; nil for a component.
    public var binding: BindingIndex? {
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
    if let index = try container.decodeIfPresent(ComponentIndex.self, forKey: .component) {
      self = .component(index)
      return
    }
    let binding = try container.decode(BindingIndex.self, forKey: .binding)
    self =
      try container.decodeIfPresent(RequestIndex.self, forKey: .request)
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
