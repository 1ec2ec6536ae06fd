import CleanseSupport
package import CleansePluginFiles
import CleansePluginMetadata
public import CleanseGraph

extension Diagnostic.Code {
  /// The dynamic linker can't load a plugin's library.
  public static let pluginLoadFailed: Self = "plugin/load-failed"
  /// A plugin's file is no longer the one that was inspected.
  public static let pluginChangedFile: Self = "plugin/changed-file"
  /// A plugin changed state of the whole process.
  public static let pluginChangedProcess: Self = "plugin/changed-process"
  /// A library was mapped for a plugin that was not inspected.
  public static let pluginUninspectedLibrary: Self = "plugin/uninspected-library"
  /// A plugin would run, or was loaded, with a library of another plugin.
  public static let pluginLibraryConflict: Self = "plugin/library-conflict"
  /// A plugin used, declared or returned more than it may.
  public static let pluginProbeLimit: Self = "plugin/probe-limit"
  /// A plugin itself reported that it can't be used.
  public static let pluginConfigurationError: Self = "plugin/configuration-error"
  /// A validator that a plugin contributes did not run on the graph.
  public static let pluginValidatorNotRun: Self = "plugin/validator-not-run"
  /// A validator that a plugin contributes reported a finding with a code that is not one of its own.
  public static let pluginValidatorCode: Self = "plugin/validator-code"
}

extension Diagnostic {
  static func changedFile(
    _ plugin: PluginDescription, _ change: FileChange
  ) -> Diagnostic {
    Diagnostic(
      .pluginChangedFile, .error, "\(plugin.file) \(change.rawValue)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      fix: "run the host again; to replace a plugin, rename a whole new file over the old one",
      arguments: [.file(plugin.file)])
  }

  static func notCompared(
    _ plugin: PluginDescription, _ file: PluginFile, _ failure: ExpectedMappings.Failure
  ) -> Diagnostic {
    switch failure {
    case .changed(file.resolvedPath): changedFile(plugin, .replaced)
    case .changed(let path): changedLibrary(plugin, path)
    case .unknown(let reason):
      loadFailed(
        plugin,
        DynamicLibrary.LoadError(message: "the mapped files can't be compared: \(reason)"))
    }
  }

  private static func changedLibrary(_ plugin: PluginDescription, _ path: String) -> Diagnostic {
    Diagnostic(
      .pluginChangedFile, .error,
      "\(plugin.file) needs \(path), which is not the file that was inspected",
      provenance: Provenance(origin: plugin.manifest.identifier),
      fix: "run the host again; to replace a library, rename a whole new file over the old one",
      arguments: [.file(plugin.file), .init("library", lastComponent(of: path))])
  }

  static func uninspectedLibraries(_ plugin: PluginDescription, _ paths: [String]) -> Diagnostic {
    Diagnostic(
      .pluginUninspectedLibrary, .error,
      "\(plugin.file) was loaded with libraries that were not inspected",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: Abridgement.notes(paths, of: paths.count, "libraries were also mapped") {
        Note("\($0) was mapped")
      },
      fix:
        "find out who put them there, as their code has run: `host list` reports who may write there",
      arguments: [.file(plugin.file)]
        + Set(paths.map { lastComponent(of: $0) }).sorted().map { .init("library", $0) })
  }

  static func librariesOfOthers(_ plugin: PluginDescription, _ paths: [String]) -> Diagnostic {
    Diagnostic(
      .pluginLibraryConflict, .error,
      "\(plugin.file) was loaded with libraries of another plugin",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: Abridgement.notes(paths, of: paths.count, "libraries are also another plugin's") {
        Note("it got \($0), which is not the file that was inspected for it")
      },
      fix: """
        install one file of each library that fits both plugins, or give the libraries different sonames
        """,
      arguments: [.file(plugin.file)]
        + Set(paths.map { lastComponent(of: $0) }).sorted().map { .init("library", $0) })
  }

  /// - Parameter binding: The validator's contribution.
  static func validatorNotRun(_ binding: Binding) -> Diagnostic {
    Diagnostic(
      .pluginValidatorNotRun, .warning,
      "a validator of \(binding.provenance.origin ?? "the application") did not run on the graph",
      at: binding.location, provenance: binding.provenance,
      fix:
        "validate the directories that contain all the plugins; a graph file has no code to run",
      subject: .binding(binding.id))
  }

  /// - Parameter cause: The cause of the error; nil if it is not known.
  static func loadFailed(
    _ plugin: PluginDescription, _ error: DynamicLibrary.LoadError,
    because cause: LoadFailureCause? = nil
  ) -> Diagnostic {
    let symbol = LoadFailureCause.undefinedSymbol(in: error.message)
    let name = symbol.flatMap { symbol in
      CXXName.of(symbol).map { Note("\(symbol) is \($0) in C++") }
    }
    return Diagnostic(
      .pluginLoadFailed, .error, "\(plugin.file) can't be loaded: \(error.message)",
      provenance: Provenance(origin: plugin.manifest.identifier), notes: name.map { [$0] } ?? [],
      fix: cause?.fix ?? linking(plugin), arguments: [.file(plugin.file)])
  }

  /// The fix for a plugin that lacks symbols.
  private static func linking(_ plugin: PluginDescription) -> String {
    plugin.isC
      ? "link the files and libraries that define its symbols, and put the libraries next to it; "
        + "ldd -r \(plugin.file) lists what is missing"
      : "put the libraries that it needs next to it, in the versions that it was built with; "
        + "ldd -r \(plugin.file) lists them"
  }

  /// - Parameter lasting: The changes that the host can't undo. If there are any, it can't use the plugin.
  package static func changedProcess(
    _ plugin: PluginDescription, _ changes: [String], lasting: [String]
  ) -> Diagnostic {
    Diagnostic(
      .pluginChangedProcess, lasting.isEmpty ? .warning : .error,
      "\(plugin.file) changes the process that it is loaded into",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: changes.map {
        Diagnostic.Note(lasting.contains($0) ? "\($0), which the host can't undo" : $0)
      },
      fix: "do not change process-wide state in `configure` or in constructors; change it, if "
        + "necessary, when a factory or a command runs",
      arguments: [.file(plugin.file)])
  }
}
