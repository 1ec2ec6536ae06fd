public import Cleanse
import CleansePlugin
import PluginManifest

/// A component and the plugins that extend it, recorded into one graph and validated as one.
///
/// A plugin that refuses to be used leaves nothing in the graph; the rest go on without it.
public struct PluginComposition<C: RootComponent> {
  /// What became of every file; a plugin that refused to be used is rejected here.
  public let inspections: [PluginInspection]
  /// The combined graph.
  public let graph: BindingGraph
  /// What the validators found: the built-in ones, the service loader's and the plugins' own.
  public let diagnostics: [Diagnostic]

  private let recording: Recording

  /// Records and validates; builds nothing but the validators that plugins contribute.
  ///
  /// - Parameters:
  ///   - component: The application's own component.
  ///   - plugins: What extends it.
  ///   - severities: How much findings weigh that are to weigh other than their validators say.
  ///   - serviceLoader: Validators of the application.
  public init(
    _ component: C.Type, plugins: PluginSet,
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) {
    (recording, inspections) = Self.record(plugins)
    graph = BindingGraph(recording)
    let own = serviceLoader.validators
    do throws(ValidationError) {
      let contributed = try recording.instance(of: ContributedValidators.self)?.validators
      diagnostics = GraphValidation(
        plugins: own + (contributed ?? []).map { RegisteredValidator($0) }, severities: severities
      ).diagnostics(of: graph)
    } catch {
      // What keeps the contributed validators from being made stands among the findings.
      var found = GraphValidation(plugins: own, severities: severities).diagnostics(of: graph)
      found = error.diagnostics.filter { !found.contains($0) } + found
      diagnostics = found
    }
  }

  /// The files that were rejected, each with its reasons.
  public var rejections: [Diagnostic] {
    inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
  }

  /// The factory of the combined component.
  ///
  /// - Throws: A `ValidationError` when a finding is an error.
  public func factory() throws -> ComponentFactory<C> {
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      throw ValidationError(diagnostics: diagnostics)
    }
    return try ComponentFactory(recording)
  }

  /// Records the component and those plugins that let themselves be used. A plugin that needs one
  /// that refused is no longer usable itself, so it is recorded anew until none refuses.
  private static func record(
    _ plugins: PluginSet
  ) -> (recording: Recording, inspections: [PluginInspection]) {
    var inspections = plugins.inspections
    var earlier: Recording?
    while true {
      let usable = Set(inspections.compactMap(\.usable?.file))
      var refusals: [String: [Diagnostic]] = [:]
      let recording = Recording(of: C.self) { recorder in
        recorder.recordContributedValidators()
        if let earlier {
          let dropped = plugins.loaded.filter { !usable.contains($0.description.file) }
          recorder.recordDropped(
            of: earlier, origins: Set(dropped.map(\.description.manifest.identifier)))
        }
        for plugin in plugins.loaded where usable.contains(plugin.description.file) {
          let errors = plugin.configure(recorder, scope: C.Scope.self)
          if !errors.isEmpty { refusals[plugin.description.file] = errors }
        }
      }
      inspections = RequirementValidator.validate(
        inspections.map { inspection in
          guard let errors = refusals[inspection.file.path] else { return inspection }
          return inspection.rejected(for: errors)
        })
      let stillUsable = inspections.compactMap(\.usable?.file)
      if stillUsable.count == usable.count - refusals.count {
        return (recording, inspections)
      }
      earlier = recording
    }
  }
}

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component together with the plugins that extend it.
  ///
  /// Plugins that can't be used are left out; `PluginComposition` tells which, and why.
  ///
  /// - Parameters:
  ///   - isStrict: Whether a plugin that can't be used is an error.
  ///   - options: How much findings weigh, and who gets the warnings.
  ///   - serviceLoader: Validators of the application.
  /// - Throws: A `ValidationError` when a finding is an error.
  public static func of(
    _ component: C.Type, plugins: PluginSet, isStrict: Bool = false,
    options: ValidationOptions = ValidationOptions(),
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) throws -> ComponentFactory<C> {
    let composition = PluginComposition(
      component, plugins: plugins, severities: options.severities, serviceLoader: serviceLoader)
    guard !isStrict || composition.rejections.isEmpty else {
      throw ValidationError(diagnostics: composition.rejections + composition.diagnostics)
    }
    let factory = try composition.factory()
    for diagnostic in composition.diagnostics { options.report(diagnostic) }
    return factory
  }
}
