import CleanseGraph
import CleanseGraphAnalysis
import CleansePluginFiles

extension RegisteredValidator {
  /// The validator for a graph with these plugins: a boundary can name one by an identifier that it had before.
  func knowing(_ inspections: [PluginInspection]) -> RegisteredValidator {
    guard let boundary = plugin as? IslandBoundary else { return self }
    let identifiers = FormerIdentifierValidator.resolving(inspections).filter(\.isUsable).flatMap {
      inspection in
      let present = inspection.settingIdentifiers.first ?? ""
      return inspection.formerIdentifiers.map { ($0, present) }
    }
    return replacing(by: boundary.renaming(Dictionary(identifiers) { first, _ in first }))
  }
}
