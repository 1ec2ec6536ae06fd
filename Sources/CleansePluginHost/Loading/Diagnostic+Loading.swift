public import Cleanse
import PluginManifest

extension Diagnostic.Code {
  /// The dynamic loader can't load a plugin's library.
  public static let pluginLoadFailed: Self = "plugin/load-failed"
  /// A plugin itself reported that it can't be used.
  public static let pluginRefused: Self = "plugin/refused"
}

extension Diagnostic {
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
