import CleanseFindingReports
import CleanseGraphAnalysis

extension PluginExchange {
  /// What the plugin requires and what it provides, as tables.
  func text(for terminal: Terminal) -> String {
    var text = requiresText(terminal) + "\n" + providesText(terminal)
    if !services.isEmpty { text += "\n" + servicesText(terminal) }
    return text
  }

  private func servicesText(_ terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("SERVICE", .name), .init("STAGE"), .init("STARTS AFTER", .name),
      .init("BECAUSE", .prose),
    ])
    for service in services {
      let stage = service.stage.map { "\($0)" } ?? "none"
      var head = [TextTable.Cell(service.service.key), .init(stage)]
      if service.after.isEmpty { table.rows.append(head + [.init("no service"), .init("")]) }
      for predecessor in service.after {
        let owner = BindingReference.owner(predecessor.service.plugin)
        table.rows.append(
          head + [
            .init("\(predecessor.service.key) of \(owner)"),
            .init(predecessor.path.joined(separator: " → ")),
          ])
        head = [.init(""), .init("")]
      }
    }
    return table.text(for: terminal)
  }

  private func requiresText(_ terminal: Terminal) -> String {
    guard !dependencies.isEmpty else {
      return "requires nothing from other plugins or the application\n"
    }
    var table = TextTable(columns: [
      .init("REQUIRES", .name), .init("PROVIDED BY", .name),
      .init("REQUESTED BY", .name), .init("LOCATION"),
    ])
    table.rows = dependencies.map { dependency in
      let providers =
        dependency.providers.isEmpty
        ? dependency.isMissing ? "no binding" : "no binding (optional)"
        : dependency.providers.owners
      return [
        .init(dependency.phrase), .init(providers, dependency.isMissing ? .red : nil),
        .init(dependency.dependent.key), dependency.dependent.locationCell,
      ]
    }
    return table.text(for: terminal)
  }

  private func providesText(_ terminal: Terminal) -> String {
    guard !provides.isEmpty else { return "provides nothing\n" }
    var table = TextTable(columns: [
      .init("PROVIDES", .name), .init("REQUESTED BY", .name),
      .init("ROLE", .prose), .init("LOCATION"),
    ])
    table.rows = provides.map { provision in
      [
        .init(provision.binding.key), provision.dependentsCell, .init(provision.rolePhrase),
        provision.binding.locationCell,
      ]
    }
    return table.text(for: terminal)
  }
}

extension PluginExchange.Provision {
  fileprivate var dependentsCell: TextTable.Cell {
    if let first = replacedBy.listed.first {
      return .init("replaced by \(first.phrase)", .yellow)
    }
    if let rootOf, dependents.isEmpty { return .init("\(rootOf), as its root") }
    if !dependents.isEmpty { return .init(dependents.owners) }
    if isService, !isUsedInternally { return .init("started as a service", .dim) }
    return isUsedInternally ? .init("itself", .dim) : .init("unused", .yellow)
  }

  fileprivate var rolePhrase: String {
    guard let first = replaces.listed.first else { return role }
    let others = replaces.count > 1 ? " and \(replaces.count - 1) more" : ""
    return "\(role) of \(first.phrase)\(others)"
  }
}
