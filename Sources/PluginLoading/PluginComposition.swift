public import PluginFiles
public import Cleanse

/// A component and the plugins that extend it, recorded into one graph, validated as one, and ready to be
/// built.
///
/// It is a ``CombinedGraph`` with the recording that it was made of, which only plugins have that are loaded
/// into this process; where nothing is to be built, the graph alone will do.
///
/// A plugin that refuses to be used leaves nothing in the graph; the rest go on without it.
public struct PluginComposition<C: RootComponent> {
  /// The result as data.
  public let combined: CombinedGraph

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
    let recorded = PluginRecording(of: component, with: plugins)
    combined = CombinedGraph(recorded, severities: severities, serviceLoader: serviceLoader)
    recording = recorded.recording
  }

  /// What became of every file; a plugin that refused to be used is rejected here.
  public var inspections: [PluginInspection] { combined.inspections }

  /// The combined graph.
  public var graph: BindingGraph { combined.graph }

  /// What the validators found: the built-in ones, the service loader's and the plugins' own.
  public var diagnostics: [Diagnostic] { combined.diagnostics }

  /// The files that were rejected, each with its reasons.
  public var rejections: [Diagnostic] { combined.rejections }

  /// The factory of the combined component.
  ///
  /// - Throws: A `ValidationError` when a finding is an error.
  public func factory() throws -> ComponentFactory<C> {
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      throw ValidationError(diagnostics: diagnostics)
    }
    return try ComponentFactory(recording)
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
