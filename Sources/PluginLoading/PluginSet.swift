import CleanseGraph
public import PluginFiles

/// The plugins of a host: those that are loaded, and what is known of the others.
public struct PluginSet: Sendable {
  /// Every file that was looked at, in its order; one that could not be loaded is rejected here.
  public let inspections: [PluginInspection]
  /// The usable ones among them, in the same order.
  package let loaded: [LoadedPlugin]

  /// What is known of the plugins, none of which is loaded.
  package init(leaving inspections: [PluginInspection]) {
    self.inspections = inspections
    loaded = []
  }

  /// - Parameter checksContents: Whether also by what they hold the files are to be the ones that were
  ///   inspected, and not only by their stamps.
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
      let loading = Result { () throws(Diagnostic) in try LoadedPlugin(plugin) }
      // Also where it can't be used: its constructors may have run.
      let (_, lasting) = settings.restore()
      var errors =
        lasting.isEmpty
        ? [] : [Diagnostic.changedProcess(plugin.description, lasting, lasting: lasting)]
      switch loading {
      case .success(let library) where errors.isEmpty:
        loaded.append(library)
        return inspection
      case .success: break
      case .failure(let error): errors.insert(error, at: 0)
      }
      return inspection.rejected(for: errors)
    }
    self.inspections = RequirementValidator.validate(tried)
    self.loaded = loaded
  }
}
