import CleanseGraphAnalysis
public import CleansePluginFiles
public import Cleanse

/// A component and the plugins that extend it, recorded into one graph, validated together and ready to be
/// built.
///
/// It is a ``CombinedGraph`` together with its recording, which only plugins loaded into this process have.
/// If nothing is to be built, the graph alone suffices.
///
/// A plugin that reports that it can't be used adds nothing to the graph; the other plugins are used without it.
public struct PluginComposition<C: RootComponent> {
  /// The result, as data.
  public let combined: CombinedGraph

  private let recording: Recording

  /// Records and validates the component and its plugins; of these, it builds only the contributed validators.
  ///
  /// - Parameters:
  ///   - component: The application's own component.
  ///   - plugins: The plugins that extend it. The findings are judged as by the `PluginHost` that loaded them.
  ///   - serviceLoader: The application's validators.
  public init(
    _ component: C.Type, plugins: PluginSet,
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) {
    var recorded = PluginRecording(of: component, with: plugins)
    func combined(_ recorded: PluginRecording) -> CombinedGraph {
      let (graph, contributed) = recorded.result()
      return CombinedGraph(
        recorded.inspections, graph, contributed, judgement: plugins.judgement,
        serviceLoader: serviceLoader)
    }
    self.combined = combined(recorded).selected(by: plugins.configuration) {
      inspections in
      recorded = PluginRecording(of: component, with: plugins.with(inspections))
      return combined(recorded)
    }.adding(plugins.findings)
    recording = recorded.recording
  }

  /// The inspection of every file; a plugin that reported that it can't be used is rejected here.
  public var inspections: [PluginInspection] { combined.inspections }

  /// The combined graph.
  public var graph: BindingGraph { combined.graph }

  /// The findings of the validators: the built-in ones, the service loader's and the plugins' own.
  public var diagnostics: [Diagnostic] { combined.diagnostics }

  /// The reasons why files were rejected.
  public var rejections: [Diagnostic] { combined.rejections }

  /// The factory of the combined component.
  ///
  /// - Throws: A `ValidationError` if ``combined`` is not usable: a plugin is rejected that the configuration does not
  ///   allow leaving out, or a finding fails.
  public func factory() throws(ValidationError) -> ComponentFactory<C> {
    guard combined.isUsable else {
      let judgement = combined.judgement
      let found = inspections.flatMap(\.diagnostics).filter(judgement.fails)
      throw ValidationError(
        diagnostics: (found + combined.graphFindings).map(judgement.failure))
    }
    return try ComponentFactory(recording, findings: combined.graphFindings)
  }

  /// The factory of the combined component, for an application that prints each problem once.
  ///
  /// - Parameter report: Receives what was found about each file and, if the factory is returned, the warnings and notes of
  ///   the validators; without those that the levels of the `PluginHost` ignore, and those that the error contains.
  /// - Throws: A `ValidationError` as ``factory()``.
  public func factory(
    reporting report: (Diagnostic) -> Void
  ) throws(ValidationError) -> ComponentFactory<C> {
    let found = combined.plugins.flatMap(\.diagnostics)
    let factory: ComponentFactory<C>
    do {
      factory = try self.factory()
    } catch {
      // The error contains the others.
      found.filter { !combined.judgement.fails($0) }.forEach(report)
      throw error
    }
    (found + combined.graphFindings).forEach(report)
    return factory
  }
}

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component together with the plugins that extend it.
  ///
  /// Plugins that can't be used are left out if the configuration of the host allows that; `PluginComposition` returns
  /// them with the reasons.
  ///
  /// - Parameters:
  ///   - severities: The severities of findings by code, which override the levels of the `PluginHost` that loaded the
  ///     plugins.
  ///   - serviceLoader: The application's validators.
  /// - Returns: A factory whose `findings` are the warnings and notes about the combined graph.
  /// - Throws: A `ValidationError` if a plugin can't be used and must not be left out, or if a finding is an error.
  public static func of(
    _ component: C.Type, plugins: PluginSet,
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) throws(ValidationError) -> ComponentFactory<C> {
    var plugins = plugins
    plugins.judgement.levels.merge(severities.mapValues(FindingLevel.init)) { $1 }
    return try PluginComposition(
      component, plugins: plugins, serviceLoader: serviceLoader
    ).factory()
  }
}
