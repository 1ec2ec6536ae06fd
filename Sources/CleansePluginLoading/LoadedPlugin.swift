import CleansePluginCABI
package import CleansePluginFiles
import CleansePluginMetadata
import CCleansePlugin
package import Cleanse
import CleansePlugin
import CleanseSupport

/// A plugin whose library is loaded and whose entry point is known.
// Safety: all of it is constant, and the library that the address lies in is never unloaded.
@safe package struct LoadedPlugin: @unchecked Sendable {
  package let description: PluginDescription
  private let options: [OptionSetting]
  // Safety: the inspection has found a function of that name, the note promises its type, and the library
  // stays where it is.
  private let entry: UnsafeRawPointer

  /// - Parameter entry: The address of the entry point in the plugin's loaded library.
  @unsafe init(
    _ description: PluginDescription, _ inspection: PluginInspection,
    entry: UnsafeMutableRawPointer
  ) {
    self.description = description
    options = description.manifest.settings(inspection.optionValues)
    unsafe self.entry = UnsafeRawPointer(entry)
  }

  /// Loads the library of a single plugin, which runs its constructors.
  ///
  /// - Returns: Nil for a file that can't be used.
  /// - Throws: The finding that the file or one of its libraries is no longer the one that was inspected, or that
  ///   it can't be loaded. A file that changes during loading is reported, but its code has run.
  package init?(_ inspection: PluginInspection) throws(Diagnostic) {
    let loaded = PluginLoader.withTurn { loader in
      let loaded = Result { () throws(Diagnostic) in try loader.load(inspection) }
      return loader.mismatches().first.flatMap(\.self).map(Result.failure) ?? loaded
    }
    guard let plugin = try loaded.get() else { return nil }
    self = plugin
  }

  /// Lets the plugin record its bindings, all or none of them.
  ///
  /// - Returns: The reasons why the plugin can't be used; empty if it can.
  package func configure(_ recorder: Recorder, scope: any ScopeBase.Type) -> [Diagnostic] {
    let identifier = description.manifest.identifier
    // The host's own error about the entry point. A plugin's error is identified by its text, this one is not.
    var failure: (message: String, argument: Diagnostic.Argument, fix: String?)?
    let sources = SourceFiles(description.sources)
    recorder.add(sources)
    let errors = recorder.attempt(from: identifier, within: .ofPlugin) { recorder in
      let binder = PluginBinder(recorder: recorder, scope: scope, options: options)
      do throws(ForeignException) {
        let status = try call(binder)
        // The status of a plugin that has reported errors adds nothing.
        if status != CLEANSE_OK, !recorder.hasErrors {
          failure = (
            "its entry point returned \(status)", .init("status", "\(status)"),
            "contact the plugin's author; the plugin can report the reason with `report_error`"
          )
        }
      } catch {
        failure = (
          "its entry point threw an exception: \(error.message)",
          .init("exception", error.message), nil
        )
      }
      if let failure { binder.addError(failure.message) }
      for misuse in LiveBinders.takeMisuses(of: identifier) {
        binder.addError(
          misuse, code: .pluginMisusedTable, fix: ForeignRegistration.misuseFix)
      }
      if description.isC, !recorder.hasErrors { binder.bindUnusedOptions() }
    }
    return errors.map { error in
      var refusal = refusal(error)
      if let failure, error.message == failure.message {
        refusal.arguments = [.file(description.file), failure.argument]
        if let fix = failure.fix { refusal.fix = fix }
      }
      return sources.completed(refusal)
    }
  }

  /// The errors of calls that the plugin has made to the host's table since it last configured, which are not
  /// allowed.
  package func lateMisuses() -> [Diagnostic] {
    let identifier = description.manifest.identifier
    return LiveBinders.takeMisuses(of: identifier).map { misuse in
      refusal(
        Diagnostic(
          .pluginMisusedTable, .error, misuse, provenance: Provenance(origin: identifier),
          fix: ForeignRegistration.misuseFix))
    }
  }

  private func call(_ binder: PluginBinder) throws(ForeignException) -> Int32 {
    let span = Trace.begin(
      .configure, description.fileName, of: description.manifest.identifier)
    defer { span?.end() }
    return try unsafe LiveBinders.use(binder, of: description.manifest.identifier) {
      binder throws(ForeignException) in
      guard let binder = unsafe UnsafeMutableRawPointer(binder) else {
        return Int32(CLEANSE_FAILED)
      }
      return try unsafe ForeignException.configuring(
        entry, host: HostTable.pointer, binder: binder)
    }
  }

  private func refusal(_ error: Diagnostic) -> Diagnostic {
    guard error.code == .configurationError else {
      var refusal = error
      // The setting is to blame, and not the plugin.
      if error.code != .pluginUnusableAddress {
        refusal.message = "\(description.file) can't be used: \(error.message)"
      }
      refusal.arguments = [.file(description.file)] + error.arguments + signature(error)
      return refusal
    }
    return Diagnostic(
      .pluginConfigurationError, .error, "\(description.file) can't be used: \(error.message)",
      at: error.location, provenance: error.provenance,
      fix: "see the plugin's documentation or contact its author",
      arguments: [.file(description.file), .init("message", error.message)])
  }

  /// The declaration of a C plugin that can't be parsed: the first line of its note, above the caret.
  private func signature(_ error: Diagnostic) -> [Diagnostic.Argument] {
    guard error.code == .pluginMalformedSignature, let note = error.notes.first else { return [] }
    return [.init("signature", String(note.message.prefix { !$0.isNewline }))]
  }
}

extension PluginDescription {
  /// The name of the file without its directory.
  var fileName: String { FilePath(file).lastComponent?.text ?? file }
}
