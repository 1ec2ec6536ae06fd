public import Cleanse
import PluginManifest

extension Diagnostic.Code {
  /// The dynamic loader can't load a plugin's library.
  public static let pluginLoadFailed: Self = "plugin/load-failed"
  /// A plugin's file is no longer the one that was inspected.
  public static let pluginChangedFile: Self = "plugin/changed-file"
  /// A plugin itself reported that it can't be used.
  public static let pluginRefused: Self = "plugin/refused"
}

extension Diagnostic {
  static func changedFile(
    _ plugin: PluginDescription, _ change: InspectedPlugin.Change
  ) -> Diagnostic {
    Diagnostic(
      .pluginChangedFile, .error, "\(plugin.file) \(change.rawValue)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      remedy: "run the host again; to replace a plugin, rename a whole new file over the old one")
  }

  static func loadFailed(
    _ plugin: PluginDescription, _ error: DynamicLibrary.LoadError
  ) -> Diagnostic {
    Diagnostic(
      .pluginLoadFailed, .error, "\(plugin.file) can't be loaded: \(error.message)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      remedy: "put the libraries that it needs beside it, in the versions that it was built with; "
        + "ldd -r \(plugin.file) lists them")
  }
}
