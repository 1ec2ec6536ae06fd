package import CleanseGraph
import CleanseSupport

/// The plugins that can cause a finding, and whose removal may fix it.
package struct RemovalChoices {
  /// The plugins, in the order in which the finding names them. At least one of them has to be removed;
  /// empty if no removal fixes the finding.
  package let plugins: [String]
  /// Whether one of the plugins certainly has to be removed. A validator may check anything, so for most
  /// findings it is unknown which other removals would fix them.
  let isSure: Bool
  /// The plugins whose removal is likely to fix the finding.
  let likely: [String]

  /// Removing plugins never adds a binding. So a missing binding stays missing until its last dependent is
  /// removed, a cycle persists until one of its hops is removed, and duplicates stay duplicates. A validator can't be
  /// created until the plugin of the failing factory or one that depends on it is removed.
  package init(_ finding: Diagnostic) {
    let own = [finding.provenance?.origin].compactMap { $0 }
    let noted = finding.notes.compactMap { $0.provenance?.origin }
    let all = (own + noted + [finding.validatorOrigin].compactMap { $0 }).distinct()
    switch finding.code {
    case .missingBinding where finding.subject?.binding != nil, .overrideWithoutTarget:
      (plugins, isSure, likely) = (own, true, own)
    case .duplicateBinding, .duplicateEntry, .overrideConflict:
      (plugins, isSure) = (all, true)
      // One may stay, unless the application has one of the duplicates.
      let hasApplication = finding.notes.contains { $0.provenance?.origin == nil }
      likely = hasApplication ? all : Array(all.dropFirst())
    case .dependencyCycle:
      (plugins, isSure, likely) = (all, true, Array(all.suffix(1)))
    case .validatorNotCreated:
      (plugins, isSure, likely) = (all, true, own)
    default:
      (plugins, isSure, likely) = (all, false, Array(all.prefix(1)))
    }
  }
}
