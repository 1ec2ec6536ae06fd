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

  /// Loads the plugin's library, which runs its constructors.
  ///
  /// - Returns: Nil for a file that can't be used.
  /// - Throws: The finding that the file or one of its libraries is no longer the one that was inspected, or that
  ///   it can't be loaded. A file that changes during loading is reported, but its code has run.
  package init?(_ inspection: PluginInspection) throws(Diagnostic) {
    guard let description = inspection.usable else { return nil }
    self.description = description
    options = description.manifest.settings(inspection.optionValues)
    let address = Self.turn.withLock { _ in
      Result { () throws(Diagnostic) in try Self.entryAddress(of: description, inspection) }
    }
    unsafe entry = try address.get().pointer
  }

  /// Plugins are loaded one at a time: a library that two of them need is compared with the file that the first of them
  /// was inspected with, before the second one is.
  private static let turn = TrackedMutex(())

  @safe private struct Address: @unchecked Sendable {
    // Safety: the library that the address lies in is never unloaded.
    let pointer: UnsafeRawPointer
  }

  /// Loads the library, and returns the address of the entry point.
  private static func entryAddress(
    of description: PluginDescription, _ plugin: PluginInspection
  ) throws(Diagnostic) -> Address {
    let address: UnsafeMutableRawPointer
    do {
      try plugin.check()
      let expected = try ExpectedMappings(
        plugin: plugin.file, plugin.fileStamp, libraries: plugin.libraries)
      unsafe address = try DynamicLibrary(path: plugin.file.resolvedPath)
        .address(of: description.entryPoint)
      try plugin.checkMapped()
      let mismatch = try expected.mismatch(plugin: plugin.file)
      guard mismatch.uninspected.isEmpty else {
        throw Diagnostic.uninspectedLibraries(description, mismatch.uninspected)
      }
      guard mismatch.ofOthers.isEmpty else {
        throw Diagnostic.librariesOfOthers(description, mismatch.ofOthers)
      }
    } catch let finding as Diagnostic {
      throw finding
    } catch let change as FileChange {
      throw .changedFile(description, change)
    } catch let failure as ExpectedMappings.Failure {
      throw .notCompared(description, plugin.file, failure)
    } catch let error as DynamicLibrary.LoadError {
      throw .loadFailed(
        description, error,
        because: LoadFailureCause(
          error.message, plugin, entryPoint: description.entryPoint,
          neededLibraries: description.neededLibraries))
    } catch {
      throw .loadFailed(description, DynamicLibrary.LoadError(message: "\(error)"))
    }
    return unsafe Address(pointer: UnsafeRawPointer(address))
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
    let errors = recorder.attempt(from: identifier) { recorder in
      let binder = PluginBinder(recorder: recorder, scope: scope, options: options)
      do throws(ForeignException) {
        let status = try call(binder)
        // The status of a plugin that has reported errors adds nothing.
        if status != CLEANSE_OK, !binder.hasErrors {
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
      if description.isC, !binder.hasErrors { binder.bindUnusedOptions() }
      binder.finish()
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
    try unsafe LiveBinders.use(binder, of: description.manifest.identifier) {
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
      refusal.message = "\(description.file) can't be used: \(error.message)"
      refusal.arguments = [.file(description.file)] + signature(error)
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
