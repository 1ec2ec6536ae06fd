import CleanseGraph

/// What one plugin takes from others and from the application, and what it gives them, as the graph
/// has it.
struct PluginExchange: Encodable, Sendable {
  /// A request that others answer, or nobody.
  struct Need: Encodable, Sendable {
    let key: String
    let form: RequestForm
    /// The parameter as one would write it.
    let phrase: String
    /// Which of the plugin's bindings asks.
    let asker: BindingMention
    /// The bindings of others that answer.
    let providers: [BindingMention]
    /// Whether nothing answers and it can't be left out.
    let isMissing: Bool
  }

  /// A binding of the plugin.
  struct Gift: Encodable, Sendable {
    let binding: BindingMention
    let kind: Binding.Kind
    let role: String
    /// The bindings of others that ask for it. The root of a component has none and is used.
    let users: [BindingMention]
    /// The component whose root it is.
    let rootOf: String?
    /// Whether a binding of the plugin itself asks for it.
    let isUsedByItself: Bool
    /// For an override in effect: what it stands in place of.
    let replaces: [BindingMention]
    /// For a binding that is not in effect: what stands in its place.
    let replacedBy: [BindingMention]
  }

  let needs: [Need]
  let gives: [Gift]

  init(of identifier: String, in graph: BindingGraph, answers: Answers) {
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

extension PluginExchange {
  /// What it takes and what it gives, as tables.
  func text(for terminal: Terminal) -> String {
    needsText(terminal) + "\n" + givesText(terminal)
  }

  private func needsText(_ terminal: Terminal) -> String {
    guard !needs.isEmpty else { return "it asks others for nothing\n" }
    var table = TextTable(columns: [
      .init("NEEDS", isFlexible: true), .init("FROM", isFlexible: true),
      .init("FOR", isFlexible: true), .init("AT"),
    ])
    table.rows = needs.map { need in
      let from =
        need.providers.isEmpty
        ? need.isMissing ? "nothing binds it" : "nothing, as it is optional"
        : BindingMention.owners(need.providers)
      return [
        .init(need.phrase), .init(from, need.isMissing ? .red : nil), .init(need.asker.key),
        need.asker.locationCell,
      ]
    }
    return table.text(for: terminal)
  }

  private func givesText(_ terminal: Terminal) -> String {
    guard !gives.isEmpty else { return "it binds nothing\n" }
    var table = TextTable(columns: [
      .init("GIVES", isFlexible: true), .init("TO", isFlexible: true),
      .init("AS", isFlexible: true), .init("AT"),
    ])
    table.rows = gives.map { gift in
      [
        .init(gift.binding.key), gift.toCell, .init(gift.asPhrase), gift.binding.locationCell,
      ]
    }
    return table.text(for: terminal)
  }
}

extension PluginExchange.Gift {
  fileprivate var toCell: TextTable.Cell {
    if !replacedBy.isEmpty { return .init("nobody: \(replacedBy[0].phrase) replaces it", .yellow) }
    if let rootOf, users.isEmpty { return .init("\(rootOf), as its root") }
    if !users.isEmpty { return .init(BindingMention.owners(users)) }
    return isUsedByItself ? .init("itself", .dim) : .init("nobody", .yellow)
  }

  fileprivate var asPhrase: String {
    guard let first = replaces.first else { return role }
    let others = replaces.count > 1 ? " and \(replaces.count - 1) more" : ""
    return "\(role) of \(first.phrase)\(others)"
  }
}
