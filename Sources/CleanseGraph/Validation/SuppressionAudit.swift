/// Removes suppressed findings, and reports suppressions without effect.
///
/// The severity that the validator chose decides: an error can't be suppressed, and a warning can, even if the
/// options raise it to an error.
struct SuppressionAudit {
  private struct Use: Hashable {
    let binding: BindingIndex
    let code: Diagnostic.Code
  }

  let graph: BindingGraph

  /// Returns the findings that are not suppressed, followed by those about suppressions.
  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    let suppressors = graph.bindingIndices.filter { !graph[$0].suppressed.isEmpty }
      .map { graph[$0] }
    guard !suppressors.isEmpty else { return found }
    var used: Set<Use> = []
    var errors: Set<Use> = []
    let left = found.filter { finding in
      let uses = bindings(of: finding).filter { graph[$0].suppresses(finding.code) }
        .map { Use(binding: $0, code: finding.code) }
      if finding.severity == .error {
        errors.formUnion(uses)
        return true
      }
      used.formUnion(uses)
      return uses.isEmpty
    }
    // A binding that is replaced, perhaps by a test, has no findings either.
    return left
      + suppressors.filter { !graph.isReplaced($0) }.flatMap { binding in
        binding.suppressed.compactMap { suppression in
          let use = Use(binding: binding.id, code: suppression.code)
          return needless(
            suppression, on: binding, isUsed: used.contains(use), isError: errors.contains(use))
        }
      }
  }

  /// The indices of the bindings that can suppress the finding.
  private func bindings(of finding: Diagnostic) -> [BindingIndex] {
    guard let index = finding.subject?.binding, graph.bindingIndices.contains(index) else {
      return []
    }
    // These are about the whole key, and reported at the first of its bindings.
    guard finding.code == .unusedBinding || finding.code == .shadowedBinding else { return [index] }
    return Array(graph.resolution.members(of: graph.resolution.groupsOfBindings[index.number]))
  }

  private func needless(
    _ suppression: Binding.Suppression, on binding: Binding, isUsed: Bool, isError: Bool
  ) -> Diagnostic? {
    let code = suppression.code.rawValue
    if let correction = suppression.code.correction {
      return finding(
        .error, "\(binding.key) suppresses \(code), which is not a code of findings about bindings",
        suppression, binding, fix: correction)
    }
    if isError {
      return finding(
        .warning, "\(binding.key) suppresses \(code), but an error can't be suppressed",
        suppression, binding,
        fix: "remove .suppressing(\"\(code)\", …) and fix the error")
    }
    // The external validator that owns the code may not be registered.
    guard isUsed || !code.hasPrefix("cleanse/") else {
      return finding(
        .warning, "\(binding.key) suppresses \(code), but has no such finding", suppression,
        binding,
        fix: "remove .suppressing(\"\(code)\", …)")
    }
    guard suppression.reason.allSatisfy(\.isWhitespace) else { return nil }
    return finding(
      .warning, "\(binding.key) suppresses \(code) without a reason", suppression, binding,
      fix: "add a reason: .suppressing(\"\(code)\", because: \"…\")")
  }

  private func finding(
    _ severity: Diagnostic.Severity, _ message: String, _ suppression: Binding.Suppression,
    _ binding: Binding, fix: String
  ) -> Diagnostic {
    Diagnostic(
      .unusedSuppression, severity, message, on: binding, fix: fix,
      arguments: [.init("code", suppression.code.rawValue)])
  }
}

extension Binding {
  fileprivate func suppresses(_ code: Diagnostic.Code) -> Bool {
    suppressed.contains { $0.code == code }
  }
}
