import CleanseMigration

struct HouseRuleBroken: CleanseError {
  let component: String
  let rule: String

  var description: String { return "\(component) breaks a house rule: \(rule)" }
}

/// Looks over the whole graph before the office opens.
final class HouseRules: CleanseBindingPlugin {
  private(set) var visited: [String] = []

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    if let type = root.componentType {
      visited.append("\(type)")
      for rule in brokenRules(of: root) {
        errorReporter.append(error: HouseRuleBroken(component: "\(type)", rule: rule))
      }
    }
    for child in root.subcomponents {
      visit(root: child, errorReporter: errorReporter)
    }
  }

  private func brokenRules(of component: ComponentBinding) -> [String] {
    var rules: [String] = []
    if component.seed != Void.self, component.scope == nil {
      rules.append("a visit with a seed needs a scope")
    }
    let isOffice = component.parent?.componentType == nil
    if !isOffice, component.providers.keys.contains(where: { $0.description.contains("Store>") }) {
      rules.append("records are kept in the office")
    }
    return rules
  }
}
