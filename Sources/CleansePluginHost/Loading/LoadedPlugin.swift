import CCleansePlugin
import Cleanse
import CleansePlugin
import Glibc
import PluginManifest

/// A plugin whose library is loaded and whose entry point is known.
@safe struct LoadedPlugin: Sendable {
  let description: PluginDescription
  private let entry:
    @Sendable @convention(c) (UnsafePointer<cleanse_host>?, OpaquePointer?) -> Int32

  /// Loads the plugin's library, which runs its constructors.
  ///
  /// - Throws: The finding that the file is no longer the one that was inspected, or that it can't be
  ///   loaded. When it changes at the very time of loading, that is told, but its code has run.
  init(_ plugin: InspectedPlugin) throws(Diagnostic) {
    description = plugin.description
    let address: UnsafeMutableRawPointer
    do {
      try plugin.check()
      unsafe address = try DynamicLibrary(path: plugin.file.resolvedPath)
        .address(of: CLEANSE_ENTRY_POINT)
      try plugin.check()
    } catch let change as InspectedPlugin.Change {
      throw .changedFile(description, change)
    } catch let error as DynamicLibrary.LoadError {
      throw .loadFailed(description, error)
    } catch {
      throw .loadFailed(description, DynamicLibrary.LoadError(message: "\(error)"))
    }
    // Safety: the inspection has found a function of that name, and the note promises its type.
    unsafe entry = unsafe unsafeBitCast(
      address,
      to: (@Sendable @convention(c) (UnsafePointer<cleanse_host>?, OpaquePointer?) -> Int32).self)
  }

  /// Lets the plugin record its bindings, all or none of them.
  ///
  /// - Returns: Why the plugin can't be used; nothing when it can.
  func configure(_ recorder: Recorder, scope: any ScopeBase.Type) -> [Diagnostic] {
    let identifier = description.manifest.identifier
    return recorder.attempt(from: identifier) { recorder in
      let binder = PluginBinder(recorder: recorder, scope: scope)
      var host = unsafe cleanse_host(
        size: MemoryLayout<cleanse_host>.size, abi_version: UInt32(CLEANSE_ABI_VERSION),
        report_error: { binder, message in
          guard let binder = unsafe binder else { return }
          let text =
            if let message = unsafe message {
              unsafe Self.text(of: message)
            } else {
              "it reported an error without a message"
            }
          unsafe PluginBinder.from(binder).addError(text)
        })
      let status = withExtendedLifetime(binder) { unsafe entry(&host, binder.opaque) }
      // A plugin that has told its reasons adds nothing by its status.
      if status != CLEANSE_OK, !binder.hasErrors {
        binder.addError("its entry point returned \(status)")
      }
      binder.finish()
    }.map { error in
      Diagnostic(
        .pluginRefused, .error, "\(description.file) refuses to be used: \(error.message)",
        at: error.location, provenance: error.provenance,
        remedy: "the reason is the plugin's own; its documentation or its author can tell more")
    }
  }

  /// A message of C code, up to the longest that is kept.
  private static func text(of message: UnsafePointer<CChar>) -> String {
    let count = unsafe strnlen(message, PluginBinder.messageLimit + 1)
    let kept = min(count, PluginBinder.messageLimit)
    let bytes = unsafe UnsafeRawBufferPointer(start: message, count: kept)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    return kept < count ? text + "…" : text
  }
}
