import CleanseGraph
public import PluginFiles

/// The plugins of a host: the loaded ones, and the inspections of all files.
public struct PluginSet: Sendable {
  /// The inspections of all files, in order; a plugin that could not be loaded is rejected here.
  public let inspections: [PluginInspection]
  /// The usable plugins, in the same order.
  package let loaded: [LoadedPlugin]

  /// Creates a set that loads no plugin.
  package init(leaving inspections: [PluginInspection]) {
    self.inspections = inspections
    loaded = []
  }

  /// - Parameter checksContents: Whether files are compared with the inspected ones by their contents, and not
  ///   only by their stamps.
  package init(loading inspections: [PluginInspection], checksContents: Bool) {
    var loaded: [LoadedPlugin] = []
    let tried = inspections.map { inspection in
      guard let plugin = InspectedPlugin(inspection) else { return inspection }
      do throws(InspectedPlugin.Change) {
        if checksContents { try plugin.checkContents() }
      } catch {
        return inspection.rejected(for: [.changedFile(plugin.description, error)])
      }
      let settings = ProcessSettings()
      do throws(Diagnostic) {
        let library = try LoadedPlugin(plugin)
        let (_, lasting) = settings.restore()
        guard lasting.isEmpty else {
          throw .changedProcess(plugin.description, lasting, lasting: lasting)
        }
        loaded.append(library)
        return inspection
      } catch {
        return inspection.rejected(for: [error])
      }
    }
    self.inspections = RequirementValidator.validate(tried)
    self.loaded = loaded
  }
}
