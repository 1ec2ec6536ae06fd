import CleanseFindingReports
import CleanseSupport
import CleanseGraphAnalysis

extension WhyReport {
  /// The key, its bindings, its dependents, and its paths from the root.
  func text(for terminal: Terminal) -> String {
    let alias = cName.flatMap { key.hasSuffix("@\($0)") ? nil : ", C name @\($0)" } ?? ""
    let head = terminal.styled(PlainText.escaped(key), .bold) + PlainText.escaped(alias) + "\n"
    let parts = [bindingsText, dependentsText, pathsText] + (ties.isEmpty ? [] : [tiesText])
    return ([head] + parts.map { $0(terminal) }).joined(separator: "\n")
  }

  private func tiesText(_ terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("TIES TOGETHER", .name), .init("AS", .prose), .init("LOCATION"),
    ])
    table.rows = ties.map {
      [.init($0.members), .init($0.phrase), $0.binding?.locationCell ?? .init("-", .dim)]
    }
    let isShared = ties.contains { $0.kind == .sharedInstance }
    return table.text(for: terminal) + (isShared ? IslandTie.advice + "\n" : "")
  }

  private func bindingsText(_ terminal: Terminal) -> String {
    let lines = rejected.map { binding in
      "\(BindingReference.owner(binding.plugin)) would bind it"
        + (binding.location.map { " at \($0)" } ?? "") + ", but was rejected"
    }.map { PlainText.escaped($0) + "\n" }.joined()
    guard !bindings.isEmpty else {
      return terminal.styled("no binding", isMissing ? .red : nil) + "\n" + lines
    }
    var table = TextTable(
      columns: [
        .init("PROVIDED BY", .name), .init("LOCATION"), .init("ROLE", .prose),
      ] + component + [.init("MODULES", .name)])
    table.rows = bindings.map { bound in
      let modules = bound.binding.modules.joined(separator: " > ")
      return [
        bound.binding.pluginCell, bound.binding.locationCell,
        .init(bound.role, bound.isReplaced ? .dim : nil),
      ] + component(bound.binding) + [.init(modules.isEmpty ? "-" : modules)]
    }
    return table.text(for: terminal) + lines
  }

  private func dependentsText(_ terminal: Terminal) -> String {
    let roots = rootOf.map { PlainText.escaped("it is the root of \($0)") + "\n" }.joined()
    guard !dependents.isEmpty else { return roots.isEmpty ? "no dependents\n" : roots }
    var table = TextTable(
      columns: [
        .init("REQUESTED BY", .name), .init("LOCATION"),
        .init("REQUEST", .name),
      ] + component + [.init("PLUGIN", .name)])
    table.rows = dependents.map { dependent in
      let request = dependent.phrase ?? "root of its component"
      return [
        .init(dependent.binding.key), dependent.binding.locationCell,
        dependent.isReplaced ? .init("\(request), but is replaced", .dim) : .init(request),
      ] + component(dependent.binding) + [dependent.binding.pluginCell]
    }
    return table.text(for: terminal) + roots
  }

  private func pathsText(_ terminal: Terminal) -> String {
    guard !paths.isEmpty else {
      let reason =
        reachedSearchLimit
        ? "no path from the root was found within the search limit"
        : dependents.isEmpty
          ? "not reachable from the root"
          : "not reachable from the root, nor are its dependents"
      return terminal.styled(reason, .yellow) + "\n"
    }
    let title = listsAllPaths && paths.count > 1 ? "PATHS FROM THE ROOT" : "PATH FROM THE ROOT"
    var table = TextTable(
      // At its end, as the branches of the tree are at the beginning.
      columns: [.init(title, .prose), .init("LOCATION")] + component
        + [.init("PLUGIN", .name)])
    table.rows = PathTree(paths).lines.map { line in
      guard let step = line.step else {
        return [.init("\(line.branches)… \(line.gap) more …", .dim), ""]
          + (hasComponents ? [""] : []) + [""]
      }
      let name = line.branches + step.key
      guard let binding = step.binding else {
        let noun = step.isCollection ? "contributions" : "bindings"
        let number = step.count == 0 ? "no binding" : "\(step.count) \(noun)"
        return [.init(name), .init(number, step.count == 0 ? .red : .dim)]
          + (hasComponents ? [""] : []) + [""]
      }
      return [.init(name), binding.locationCell] + component(binding) + [binding.pluginCell]
    }
    return table.text(for: terminal) + count
  }

  /// The number of paths, if all were requested.
  private var count: String {
    guard listsAllPaths else { return "" }
    let number = "\(paths.count) path\(paths.count == 1 ? "" : "s")"
    if reachedSearchLimit { return "\(number); the search limit was reached, there may be more\n" }
    return hasMorePaths ? "\(number), and more: --all-paths=N shows up to N\n" : "\(number)\n"
  }

  private var component: [TextTable.Column] {
    hasComponents ? [.init("COMPONENT", .name)] : []
  }

  private func component(_ binding: BindingReference) -> [TextTable.Cell] {
    hasComponents ? [.init(binding.component)] : []
  }
}

extension WhyReport: CommandReport {
  var status: ExitStatus { isMissing ? .findings : .success }
}
