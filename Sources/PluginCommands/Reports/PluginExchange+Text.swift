import GraphAnalysis

extension PluginExchange {
  /// What it takes and what it provides, as tables.
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
        : need.providers.owners
      return [
        .init(need.phrase), .init(from, need.isMissing ? .red : nil), .init(need.dependent.key),
        need.dependent.locationCell,
      ]
    }
    return table.text(for: terminal)
  }

  private func givesText(_ terminal: Terminal) -> String {
    guard !provides.isEmpty else { return "it binds nothing\n" }
    var table = TextTable(columns: [
      .init("GIVES", isFlexible: true), .init("TO", isFlexible: true),
      .init("AS", isFlexible: true), .init("AT"),
    ])
    table.rows = provides.map { provision in
      [
        .init(provision.binding.key), provision.toCell, .init(provision.asPhrase),
        provision.binding.locationCell,
      ]
    }
    return table.text(for: terminal)
  }
}

extension PluginExchange.Provision {
  fileprivate var toCell: TextTable.Cell {
    if let first = replacedBy.listed.first {
      return .init("nobody: \(first.phrase) replaces it", .yellow)
    }
    if let rootOf, users.isEmpty { return .init("\(rootOf), as its root") }
    if !users.isEmpty { return .init(users.owners) }
    return isUsedByItself ? .init("itself", .dim) : .init("nobody", .yellow)
  }

  fileprivate var asPhrase: String {
    guard let first = replaces.listed.first else { return role }
    let others = replaces.count > 1 ? " and \(replaces.count - 1) more" : ""
    return "\(role) of \(first.phrase)\(others)"
  }
}
