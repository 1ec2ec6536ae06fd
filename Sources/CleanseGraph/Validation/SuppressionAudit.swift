/// Leaves out what bindings suppress, and tells which suppressions are of no use.
///
/// What counts is how much a finding weighs by its validator, so that a warning which was raised to
/// an error can still be suppressed where there is a reason, and an error never can.
struct SuppressionAudit {
  private struct Use: Hashable {
    let binding: Int
    let code: Diagnostic.Code
  }

  let graph: BindingGraph

  /// The findings that are left, and behind them those about suppressions.
  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    let suppressors = graph.bindings.indices.filter { graph.bindings[$0].suppressed != nil }
      .map { graph.bindings[$0] }
    guard !suppressors.isEmpty else { return found }
    var used: Set<Use> = []
    var errors: Set<Use> = []
    let left = found.filter { finding in
      let uses = places(of: finding).filter { graph.bindings[$0].suppresses(finding.code) }
        .map { Use(binding: $0, code: finding.code) }
      if finding.severity == .error {
        errors.formUnion(uses)
        return true
      }
      used.formUnion(uses)
      return uses.isEmpty
    }
    // What is replaced, by a test perhaps, makes no findings either.
    return left
      + suppressors.filter { !graph.isReplaced($0) }.flatMap { binding in
        (binding.suppressed ?? []).compactMap { suppressing in
          let use = Use(binding: binding.id, code: suppressing.code)
          return needless(
            suppressing, on: binding, isUsed: used.contains(use), isError: errors.contains(use))
        }
      }
  }

  /// The places of the bindings that can suppress the finding.
  private func places(of finding: Diagnostic) -> [Int] {
    guard let place = finding.subject?.binding, graph.bindings.indices.contains(place) else {
      return []
    }
    // These are about the key as a whole, and told at the first of its bindings.
    guard finding.code == .unusedBinding || finding.code == .shadowedBinding else { return [place] }
    return Array(graph.resolution.members(of: graph.resolution.groupsOfBindings[place]))
  }

  private func needless(
    _ suppressing: Binding.Suppression, on binding: Binding, isUsed: Bool, isError: Bool
  ) -> Diagnostic? {
    let code = suppressing.code.rawValue
    if isError {
      return finding(
        "\(binding.key) suppresses \(code), and an error can't be suppressed", suppressing, binding,
        fix: "take .suppressing(\"\(code)\", …) away, and do what the error says")
    }
    // A validator from outside may not be there today.
    guard isUsed || !code.hasPrefix("cleanse/") else {
      return finding(
        "\(binding.key) suppresses \(code), of which there is no finding", suppressing, binding,
        fix: "take .suppressing(\"\(code)\", …) away")
    }
    guard suppressing.reason.allSatisfy(\.isWhitespace) else { return nil }
    return finding(
      "\(binding.key) suppresses \(code) without a reason", suppressing, binding,
      fix: "say why: .suppressing(\"\(code)\", because: \"…\")")
  }

  private func finding(
    _ message: String, _ suppressing: Binding.Suppression, _ binding: Binding, fix: String
  ) -> Diagnostic {
    Diagnostic(
      .unusedSuppression, .warning, message, on: binding, fix: fix,
      arguments: [.init("code", suppressing.code.rawValue)])
  }
}

extension Binding {
  fileprivate func suppresses(_ code: Diagnostic.Code) -> Bool {
    suppressed?.contains { $0.code == code } ?? false
  }
}
