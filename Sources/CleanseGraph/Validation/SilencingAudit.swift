/// Leaves out what bindings silence, and tells which silencings are of no use.
///
/// What counts is how much a finding weighs by its validator, so that a warning which was raised to
/// an error can still be silenced where there is a reason, and an error never can.
struct SilencingAudit {
  private struct Use: Hashable {
    let binding: Int
    let code: Diagnostic.Code
  }

  let graph: BindingGraph

  /// The findings that are left, and behind them those about silencings.
  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    let silencers = graph.bindings.indices.filter { graph.bindings[$0].silenced != nil }
      .map { graph.bindings[$0] }
    guard !silencers.isEmpty else { return found }
    var used: Set<Use> = []
    var errors: Set<Use> = []
    let left = found.filter { finding in
      let uses = places(of: finding).filter { graph.bindings[$0].silences(finding.code) }
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
      + silencers.filter { !graph.isReplaced($0) }.flatMap { binding in
        (binding.silenced ?? []).compactMap { silencing in
          let use = Use(binding: binding.id, code: silencing.code)
          return needless(
            silencing, on: binding, isUsed: used.contains(use), isError: errors.contains(use))
        }
      }
  }

  /// The places of the bindings that can silence the finding.
  private func places(of finding: Diagnostic) -> [Int] {
    guard let place = finding.subject?.binding, graph.bindings.indices.contains(place) else {
      return []
    }
    // These are about the key as a whole, and told at the first of its bindings.
    guard finding.code == .unusedBinding || finding.code == .hiddenBinding else { return [place] }
    return Array(graph.resolution.members(of: graph.resolution.groupsOfBindings[place]))
  }

  private func needless(
    _ silencing: Binding.Silencing, on binding: Binding, isUsed: Bool, isError: Bool
  ) -> Diagnostic? {
    let code = silencing.code.rawValue
    if isError {
      return finding(
        "\(binding.key) silences \(code), and an error can't be silenced", silencing, binding,
        remedy: "take .silencing(\"\(code)\", …) away, and do what the error says")
    }
    // A validator from outside may not be there today.
    guard isUsed || !code.hasPrefix("cleanse/") else {
      return finding(
        "\(binding.key) silences \(code), of which there is no finding", silencing, binding,
        remedy: "take .silencing(\"\(code)\", …) away")
    }
    guard silencing.reason.allSatisfy(\.isWhitespace) else { return nil }
    return finding(
      "\(binding.key) silences \(code) without a reason", silencing, binding,
      remedy: "say why: .silencing(\"\(code)\", because: \"…\")")
  }

  private func finding(
    _ message: String, _ silencing: Binding.Silencing, _ binding: Binding, remedy: String
  ) -> Diagnostic {
    Diagnostic(
      .needlessSilencing, .warning, message, on: binding, remedy: remedy,
      arguments: [.init("code", silencing.code.rawValue)])
  }
}

extension Binding {
  fileprivate func silences(_ code: Diagnostic.Code) -> Bool {
    silenced?.contains { $0.code == code } ?? false
  }
}
