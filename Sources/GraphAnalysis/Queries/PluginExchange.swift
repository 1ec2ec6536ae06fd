public import CleanseGraph

/// What one plugin takes from others and from the application, and what it gives them, as the graph
/// has it.
public struct PluginExchange: Encodable, Sendable {
  /// A request that others answer, or nobody.
  public struct Need: Encodable, Sendable {
    /// The key that is requested.
    public let key: String
    /// How it is requested.
    public let form: RequestForm
    /// The parameter as one would write it.
    public let phrase: String
    /// Which of the plugin's bindings asks.
    public let asker: BindingMention
    /// The bindings of others that answer.
    public let providers: [BindingMention]
    /// Whether nothing answers and it can't be left out.
    public let isMissing: Bool
  }

  /// A binding of the plugin.
  public struct Gift: Encodable, Sendable {
    /// The binding itself.
    public let binding: BindingMention
    /// What kind of binding it is.
    public let kind: Binding.Kind
    /// What it does for its key, in a few words.
    public let role: String
    /// The bindings of others that ask for it. The root of a component has none and is used.
    public let users: [BindingMention]
    /// The component whose root it is.
    public let rootOf: String?
    /// Whether a binding of the plugin itself asks for it.
    public let isUsedByItself: Bool
    /// For an override in effect: what it stands in place of.
    public let replaces: [BindingMention]
    /// For a binding that is not in effect: what stands in its place.
    public let replacedBy: [BindingMention]
  }

  /// What it takes from others, in the order of its bindings.
  public let needs: [Need]
  /// Its bindings, in their order.
  public let gives: [Gift]

  /// What the plugin takes and gives.
  ///
  /// - Parameter identifier: As the provenance of its bindings has it; one that nobody has takes and gives nothing.
  public init(of identifier: String, in graph: BindingGraph) {
    self.init(of: identifier, in: graph, answers: Answers(graph))
  }

  package init(of identifier: String, in graph: BindingGraph, answers: Answers) {
    func isOwn(_ place: Int) -> Bool { graph.bindings[place].provenance.origin == identifier }
    func mention(_ place: Int) -> BindingMention {
      BindingMention(graph.bindings[place], in: graph)
    }
    let own = graph.bindings.filter { isOwn($0.id) }
    needs = own.filter { !graph.isReplaced($0) }.flatMap { binding in
      let groups = answers.asked[binding.id].map { answers.groups[$0] }
      var seen: Set<Request> = []
      return binding.requests.compactMap { request -> Need? in
        guard seen.insert(request).inserted,
          let group = groups.first(where: { $0.key == request.key })
        else { return nil }
        let providers = group.places.filter { !isOwn($0) }
        guard !providers.isEmpty || group.places.isEmpty else { return nil }
        let mayMiss =
          request.form == .optional && graph.isOptional(request.key, from: binding.component)
        return Need(
          key: request.key.description, form: request.form, phrase: request.phrase,
          asker: mention(binding.id), providers: providers.map(mention),
          isMissing: group.places.isEmpty && !mayMiss)
      }
    }
    gives = own.map { binding in
      let askers = answers.askers(of: binding)
      let rivals = graph.bindings(of: binding.key, in: binding.component)
      let isReplaced = graph.isReplaced(binding) && binding.kind != .optional
      let isOverride = binding.override != nil && !isReplaced
      return Gift(
        binding: mention(binding.id), kind: binding.kind, role: binding.role(in: graph),
        users: askers.filter { !isOwn($0) }.map(mention),
        rootOf: answers.answering[binding.id].contains(answers.root)
          ? graph.components[0].name : nil,
        isUsedByItself: askers.contains(where: isOwn),
        replaces: isOverride
          ? rivals.filter { graph.isReplaced($0) && $0.kind != .optional }.map { mention($0.id) }
          : [],
        replacedBy: isReplaced
          ? rivals.filter { !graph.isReplaced($0) }.map { mention($0.id) } : [])
    }
  }
}

extension PluginExchange.Need {
  private enum CodingKeys: String, CodingKey {
    case key, form, phrase, asker, providers
    case isMissing = "missing"
  }
}

extension PluginExchange.Gift {
  private enum CodingKeys: String, CodingKey {
    case binding, kind, role, users, rootOf, replaces, replacedBy
    case isUsedByItself = "usedByItself"
  }
}
