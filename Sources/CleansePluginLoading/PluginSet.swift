public import CleanseGraph
package import CleanseGraphAnalysis
public import CleansePluginFiles
import CleanseSupport

/// The plugins of a host: the loaded ones, and the inspections of all files.
public struct PluginSet: Sendable {
  /// The inspections of all files, in order; a plugin that could not be loaded is rejected here.
  public let inspections: [PluginInspection]
  /// The usable plugins, in the same order.
  package let loaded: [LoadedPlugin]
  /// The findings about the configuration as a whole, such as options of a plugin that was not found.
  public let findings: [Diagnostic]
  /// What happens if plugins don't fit together.
  package let configuration: PluginConfiguration
  /// How the findings are judged.
  package var judgement = Judgement()
  /// Whether a plugin could not be loaded because it was replaced, so that inspecting and loading the plugins again helps.
  private(set) package var isOutdated = false

  /// Creates a set that loads no plugin.
  package init(
    leaving inspections: [PluginInspection], findings: [Diagnostic] = [],
    configuration: PluginConfiguration = PluginConfiguration()
  ) {
    self.inspections = inspections
    self.findings = findings
    self.configuration = configuration
    loaded = []
  }

  private init(
    _ inspections: [PluginInspection], _ loaded: [LoadedPlugin], findings: [Diagnostic]? = nil,
    like other: PluginSet
  ) {
    (self.inspections, self.loaded) = (inspections, loaded)
    (self.findings, configuration) = (findings ?? other.findings, other.configuration)
    (judgement, isOutdated) = (other.judgement, other.isOutdated)
  }

  /// The set with the inspections of the same files, of which fewer are usable.
  func with(_ inspections: [PluginInspection]) -> PluginSet {
    let usable = Set(inspections.compactMap(\.usable).map { FilePath($0.file) })
    return PluginSet(
      inspections, loaded.filter { usable.contains(FilePath($0.description.file)) }, like: self)
  }

  /// The set whose findings have other texts.
  ///
  /// - Parameter text: Returns a text with other names, such as those of an application's commands.
  package func rewording(_ text: (String) -> String) -> PluginSet {
    PluginSet(
      inspections.map { $0.rewording(text) }, loaded, findings: findings.map { $0.rewording(text) },
      like: self)
  }

  /// - Parameter checksContents: Whether files that were new when they were inspected are compared with the inspected ones by
  ///   their contents, and not only by their stamps.
  package init(
    loading inspections: [PluginInspection], findings: [Diagnostic] = [],
    configuration: PluginConfiguration = PluginConfiguration(), checksContents: Bool
  ) {
    self.findings = findings
    self.configuration = configuration
    let attempts = LoadAttempt.all(of: inspections, checksContents: checksContents)
    self.inspections = RequirementValidator.validate(attempts.map(\.result))
    loaded = attempts.compactMap(\.usable)
    isOutdated = attempts.contains(where: \.isOutdated)
  }
}
