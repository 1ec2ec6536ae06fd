import CleanseGraph
import CleansePluginFiles
import CleanseSupport

/// The attempt to load a file of a set into this process.
struct LoadAttempt: Sendable {
  private let inspection: PluginInspection
  private var plugin: LoadedPlugin?
  private var errors: [Diagnostic] = []
  /// Whether the plugin could not be loaded because it was replaced.
  private(set) var isOutdated = false

  /// The loaded plugin; nil if it can't be used.
  var usable: LoadedPlugin? { errors.isEmpty ? plugin : nil }

  /// The inspection of the file, rejected if it was usable and can't be used after all.
  var result: PluginInspection { errors.isEmpty ? inspection : inspection.rejected(for: errors) }

  /// Loads the usable plugins, one after the other.
  ///
  /// - Parameter checksContents: Whether files that were new when they were inspected are compared with the inspected ones by
  ///   their contents, and not only by their stamps.
  static func all(of inspections: [PluginInspection], checksContents: Bool) -> [LoadAttempt] {
    guard !inspections.isEmpty else { return [] }
    // A plugin that ends the process must not take the events before along.
    Trace.current?.flush()
    return PluginLoader.withTurn { loader in
      var settings = ProcessSettings.forManyPlugins()
      var attempts: [LoadAttempt] = []
      for inspection in inspections {
        attempts.append(LoadAttempt(inspection, checksContents, &loader, &settings))
      }
      let loaded = attempts.indices.filter { attempts[$0].plugin != nil }
      for (index, mismatch) in zip(loaded, loader.mismatches()) {
        if let mismatch { attempts[index].fail(mismatch) }
      }
      // Also of a plugin that could not be loaded, the constructors may have run.
      let tried = attempts.indices.filter { attempts[$0].inspection.isUsable }
      let lasting = settings.restore(afterPlugins: tried.count)
      if !lasting.isEmpty { for index in tried { attempts[index].add(lasting) } }
      return attempts
    }
  }

  private init(
    _ inspection: PluginInspection, _ checksContents: Bool, _ loader: inout PluginLoader,
    _ settings: inout ProcessSettings
  ) {
    self.inspection = inspection
    guard let description = inspection.usable else { return }
    do throws(FileChange) {
      if checksContents { try inspection.checkContents() }
    } catch {
      fail(.changedFile(description, error))
      return
    }
    do throws(Diagnostic) { plugin = try loader.load(inspection) } catch { fail(error) }
    // Also where it can't be used: its constructors may have run.
    let lasting = settings.restoreForNext()
    if !lasting.isEmpty { add(lasting) }
  }

  /// Rejects the plugin for changes of the process that can't be undone.
  private mutating func add(_ lasting: [String]) {
    guard let description = inspection.usable else { return }
    errors.append(.changedProcess(description, lasting, lasting: lasting))
  }

  private mutating func fail(_ error: Diagnostic) {
    errors.insert(error, at: 0)
    isOutdated = isOutdated || inspection.isReplaced
  }
}
