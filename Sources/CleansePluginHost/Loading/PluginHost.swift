/// Reads and loads the plugins of some directories.
///
/// ```swift
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"]).load()
/// let factory = try ComponentFactory.of(EditorComponent.self, plugins: plugins)
/// ```
public struct PluginHost: Sendable {
  private let directories: [String]

  /// - Parameter directories: Where the plugins lie; directories inside of these are not searched.
  public init(directories: [String]) {
    self.directories = directories
  }

  /// What the directories hold, without running any of it.
  ///
  /// - Returns: One inspection a file, in the order of the directories, then of the file names.
  /// - Throws: When a directory can't be read. What is wrong with a single file is told by its
  ///   inspection.
  public func inspect() throws(PluginHostError) -> [PluginInspection] {
    let inspector = PluginInspector(host: .host)
    let inspections = try PluginDirectory.files(in: directories).parallelMap(inspector.inspect)
    return RequirementValidator.validate(
      DuplicateIdentifierValidator.validate(
        EmbeddedContractValidator.validate(inspections, inspector.libraries)))
  }

  /// Loads the plugins that the inspection found usable, which runs their libraries' constructors.
  ///
  /// - Throws: When a directory can't be read. A plugin that can't be loaded is rejected, and the
  ///   rest go on without it.
  public func load() throws(PluginHostError) -> PluginSet {
    PluginSet(loading: try inspect())
  }
}
