import CleanseSupport
import GraphAnalysis

extension WhyReport {
  /// The key, then who binds it, who asks for it, and how the root gets there.
  func text(for terminal: Terminal) -> String {
    let alias = cName.flatMap { key.hasSuffix("@\($0)") ? nil : ", in C @\($0)" } ?? ""
    let head = terminal.styled(PlainText.escaped(key), .bold) + PlainText.escaped(alias) + "\n"
    return ([head] + [bound, asked, ways].map { $0(terminal) }).joined(separator: "\n")
  }

  private func bound(_ terminal: Terminal) -> String {
    let lines = lost.map { lost in
      "\(BindingReference.owner(lost.plugin)) would bind it"
        + (lost.location.map { " at \($0)" } ?? "") + ", but was rejected"
    }.map { PlainText.escaped($0) + "\n" }.joined()
    guard !bindings.isEmpty else {
      return terminal.styled("nothing binds it", isMissing ? .red : nil) + "\n" + lines
    }
    var table = TextTable(
      columns: [.init("BOUND BY", isFlexible: true), .init("AT"), .init("AS", isFlexible: true)]
        + component + [.init("IN", isFlexible: true)])
    table.rows = bindings.map { bound in
      let modules = bound.binding.modules.joined(separator: " > ")
      return [
        bound.binding.pluginCell, bound.binding.locationCell,
        .init(bound.role, bound.isReplaced ? .dim : nil),
      ] + component(bound.binding) + [.init(modules.isEmpty ? "-" : modules)]
    }
    return table.text(for: terminal) + lines
  }

  private func asked(_ terminal: Terminal) -> String {
    let roots = rootOf.map { PlainText.escaped("it is the root of \($0)") + "\n" }.joined()
    guard !dependents.isEmpty else { return roots.isEmpty ? "nothing asks for it\n" : roots }
    var table = TextTable(
      columns: [
        .init("ASKED FOR BY", isFlexible: true), .init("AT"), .init("AS", isFlexible: true),
      ] + component + [.init("OF", isFlexible: true)])
    table.rows = dependents.map { dependent in
      let role = dependent.phrase ?? "the root of what it makes"
      return [
        .init(dependent.binding.key), dependent.binding.locationCell,
        dependent.isReplaced ? .init("\(role), but is replaced", .dim) : .init(role),
      ] + component(dependent.binding) + [dependent.binding.pluginCell]
    }
    return table.text(for: terminal) + roots
  }

  private func ways(_ terminal: Terminal) -> String {
    guard !paths.isEmpty else {
      let reason =
        isCutShort
        ? "no way from the root was found before the search was given up"
        : dependents.isEmpty
          ? "the root does not lead to it"
          : "the root does not lead to it, as it leads to none of those who ask"
      return terminal.styled(reason, .yellow) + "\n"
    }
    let title = isEveryPath && paths.count > 1 ? "ALL WAYS FROM THE ROOT" : "FROM THE ROOT"
    var table = TextTable(
      columns: [.init(title, isFlexible: true), .init("AT")] + component
        + [.init("OF", isFlexible: true)])
    table.rows = PathTree(paths).lines.map { line in
      guard let step = line.step else {
        return [.init("\(line.branches)… \(line.gap) more …", .dim), ""]
          + (hasComponents ? [""] : []) + [""]
      }
      let name = line.branches + step.key
      guard let binding = step.binding else {
        let noun = step.isCollection ? "contributions" : "bindings"
        let number = step.count == 0 ? "nothing binds it" : "\(step.count) \(noun)"
        return [.init(name), .init(number, step.count == 0 ? .red : .dim)]
          + (hasComponents ? [""] : []) + [""]
      }
      return [.init(name), binding.locationCell] + component(binding) + [binding.pluginCell]
    }
    return table.text(for: terminal) + count
  }

  /// How many ways there are, where all were asked for.
  private var count: String {
    guard isEveryPath else { return "" }
    let number = "\(paths.count) way\(paths.count == 1 ? "" : "s")"
    if isCutShort { return "\(number); there may be more, but the search was given up\n" }
    return isMore ? "\(number), and there are more: --all-paths=N tells up to N\n" : "\(number)\n"
  }

  private var component: [TextTable.Column] {
    hasComponents ? [.init("COMPONENT", isFlexible: true)] : []
  }

  private func component(_ binding: BindingReference) -> [TextTable.Cell] {
    hasComponents ? [.init(binding.component)] : []
  }
}

extension WhyReport: JSONDocument {
  var status: ExitStatus { isMissing ? .findings : .success }
}
