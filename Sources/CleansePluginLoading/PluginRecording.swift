import CleansePluginCABI
package import CleansePluginFiles
import CleansePluginMetadata
package import CleanseC
package import Cleanse
import CleanseGraph
import CleanseSupport

/// A component and loaded plugins, recorded together.
package struct PluginRecording {
  package let recording: Recording
  /// The inspection of every file; a plugin that reported that it can't be used is rejected here.
  package let inspections: [PluginInspection]

  /// Records the component and the plugins. A plugin that reports that it can't be used also makes the plugins
  /// that require it unusable, so recording is repeated until no plugin reports an error.
  package init<C: RootComponent>(of component: C.Type, with plugins: PluginSet) {
    var inspections = plugins.inspections
    var earlier: Recording?
    while true {
      // Texts of two paths can be equal.
      let usable = Set(inspections.compactMap(\.usable).map { FilePath($0.file) })
      var refusals: [FilePath: [Diagnostic]] = [:]
      let recording = Recording(of: component) { recorder in
        recorder.recordExtensionPoints()
        // Also if there is no C plugin: Swift tags have C names there.
        recorder.useC()
        if let earlier {
          let dropped = plugins.loaded.filter { !usable.contains(FilePath($0.description.file)) }
          recorder.recordDropped(
            of: earlier, origins: Set(dropped.map(\.description.manifest.identifier)))
        }
        let configured = plugins.loaded.filter { usable.contains(FilePath($0.description.file)) }
        // Reading the settings takes about a hundred system calls.
        guard !configured.isEmpty else { return }
        var settings = ProcessSettings.forManyPlugins()
        for plugin in configured {
          var errors = plugin.configure(recorder, scope: C.Scope.self)
          let lasting = settings.restoreForNext()
          if !lasting.isEmpty {
            errors.append(.changedProcess(plugin.description, lasting, lasting: lasting))
          }
          if !errors.isEmpty { refusals[FilePath(plugin.description.file)] = errors }
        }
        let lasting = settings.restore(afterPlugins: configured.count)
        for plugin in configured where !lasting.isEmpty {
          refusals[FilePath(plugin.description.file), default: []].append(
            .changedProcess(plugin.description, lasting, lasting: lasting))
        }
      }
      inspections = RequirementValidator.validate(
        inspections.map { inspection in
          guard let errors = refusals[FilePath(inspection.file.path)] else { return inspection }
          return inspection.rejected(for: errors)
        })
      let stillUsable = inspections.compactMap(\.usable?.file)
      if stillUsable.count == usable.count - refusals.count {
        self.recording = recording
        self.inspections = inspections
        return
      }
      earlier = recording
    }
  }

  /// The contributions to a collection of the root component, in order.
  ///
  /// - Returns: For each the plugin that declares it, nil for the application, and a function that makes its elements in
  ///   a component instance of their own. Nothing else is made but their dependencies.
  package func contributions<Element>(
    of type: Element.Type
  ) -> [(origin: String?, make: @Sendable () throws -> [Element])] {
    recording.graph.contributions(of: type).map { index in
      (
        recording.graph[index].provenance.origin,
        { [recording] in try recording.elements(type, ofContribution: index) }
      )
    }
  }

  /// The graph of the recording, and the findings in it of the validators that plugins contribute.
  ///
  /// - Parameter observe: Is called with each of these validators before it runs, and with nil after the last one.
  package func result(
    observing observe: (RunningValidator?) -> Void = { _ in }
  ) -> (graph: BindingGraph, contributed: ContributedFindings) {
    let graph = recording.graph
    return (graph, contributedFindings(on: graph, observe))
  }

  /// Creates the validators that plugins contribute, and runs them on the graph of the recording.
  private func contributedFindings(
    on graph: BindingGraph, _ observe: (RunningValidator?) -> Void
  ) -> ContributedFindings {
    let sources = graph.declarations.sources
    do throws(ValidationError) {
      let contributed = try recording.contributedValidators()
      defer { if !contributed.isEmpty { observe(nil) } }
      return ContributedFindings.found(
        contributed.flatMap { origin, validator in
          observe(RunningValidator(name: validator.name, origin: origin))
          return RegisteredValidator(validator, of: origin).diagnostics(of: graph)
        }.map { sources.completed($0) }
      ).withOwnCodes
    } catch {
      return .notMade(causes(of: error).map { sources.completed($0) })
    }
  }

  /// The reasons why the contributed validators can't be created. The error of one hides those of the others.
  private func causes(of error: ValidationError) -> [Diagnostic] {
    guard error.diagnostics.map(\.code) == [.validatorNotCreated] else { return error.diagnostics }
    let failures = recording.failedValidators()
    return failures.isEmpty ? error.diagnostics : failures
  }
}
