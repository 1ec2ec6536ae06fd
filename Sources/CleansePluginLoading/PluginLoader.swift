import CleanseGraph
import CleansePluginFiles
import CleansePluginMetadata
import CleanseSupport

/// Loads plugins into this process, one after the other.
///
/// The files that were mapped for them are compared with the inspected ones once all are loaded. Their constructors have run by
/// then, but nothing else of them.
struct PluginLoader: ~Copyable {
  private var mappings = ExpectedMappings()
  private var loaded: [(description: PluginDescription, file: PluginFile)] = []

  /// There is one loader at a time: a library that two plugins need is compared with the file that the first of them was
  /// inspected with, before the second one is.
  private static let turn = TrackedMutex(())

  /// Calls a function with a loader, when no other one is in use.
  static func withTurn<Result: Sendable>(_ body: (inout PluginLoader) -> Result) -> Result {
    turn.withLock { _ in
      var loader = PluginLoader()
      return body(&loader)
    }
  }

  /// Loads a plugin's library, which runs its constructors.
  ///
  /// - Returns: The plugin, which must not be used if one of the ``mismatches()`` is about it; nil for a file that can't be
  ///   used.
  /// - Throws: The finding that the file or one of its libraries is no longer the one that was inspected, or that
  ///   it can't be loaded.
  mutating func load(_ inspection: PluginInspection) throws(Diagnostic) -> LoadedPlugin? {
    guard let description = inspection.usable else { return nil }
    let entry = unsafe try entryAddress(of: description, inspection)
    loaded.append((description, inspection.file))
    return unsafe LoadedPlugin(description, inspection, entry: entry)
  }

  /// Loads the library, and returns the address of the entry point.
  private mutating func entryAddress(
    of description: PluginDescription, _ plugin: PluginInspection
  ) throws(Diagnostic) -> UnsafeMutableRawPointer {
    do {
      let files = try files(of: plugin)
      let span = Trace.begin(.load, description.fileName, of: description.manifest.identifier)
      let address = unsafe try DynamicLibrary(path: plugin.file.resolvedPath)
        .address(of: description.entryPoint)
      span?.end()
      try plugin.checkMapped()
      try mappings.add(files, loadedAt: UInt(bitPattern: address))
      return unsafe address
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
  }

  /// Maps a page of each inspected file.
  private mutating func files(of plugin: PluginInspection) throws -> ExpectedMappings.Files {
    do {
      return try mappings.files(of: plugin.file, plugin.fileStamp, libraries: plugin.libraries)
    } catch {
      // It says how the file has changed.
      try plugin.check()
      throw error
    }
  }

  /// Compares the mapped files with the inspected ones.
  ///
  /// - Returns: For each loaded plugin, in order, the finding that it or one of its libraries is another file.
  borrowing func mismatches() -> [Diagnostic?] {
    zip(loaded, mappings.mismatches()).map { plugin, result in
      switch result {
      case .success(let mismatch): .mismatch(plugin.description, mismatch)
      case .failure(let failure): .notCompared(plugin.description, plugin.file, failure)
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func mismatch(
    _ plugin: PluginDescription, _ mismatch: ExpectedMappings.Mismatch
  ) -> Diagnostic? {
    if !mismatch.uninspected.isEmpty { return .uninspectedLibraries(plugin, mismatch.uninspected) }
    if !mismatch.ofOthers.isEmpty { return .librariesOfOthers(plugin, mismatch.ofOthers) }
    return nil
  }
}
