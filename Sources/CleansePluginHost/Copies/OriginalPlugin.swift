import CleanseGraph
import CleansePluginFiles
import CleansePluginTrust
import CleanseSupport

/// A file of a plugin directory that is to be copied, as it was inspected.
package struct OriginalPlugin: Sendable {
  /// The inspection, also of whether the file may be used.
  let inspection: PluginInspection
  /// What was found about whether it may be used.
  let findings: [Diagnostic]

  /// The paths of the libraries that it needs, other than those of the system.
  package var libraries: [String] {
    guard isKept else { return [] }
    return inspection.libraries.filter { $0.digest != nil }.map(\.path)
  }

  /// Whether it is copied: a plugin that can be read as a whole, or a library.
  var isCopied: Bool {
    guard let stamp = inspection.fileStamp, stamp.size <= PluginInspector.sizeLimit,
      inspection.file.isResolved
    else { return false }
    return inspection.description != nil || isLibrary
  }

  /// Whether the copy has it at all. A library that is too large for a plugin is copied only if a plugin needs it.
  var isKept: Bool { isCopied || !isLibrary }

  private var isLibrary: Bool {
    if case .notAPlugin = inspection.outcome { true } else { false }
  }
}

extension PluginHost {
  /// Inspects the files to copy them: each on its own, and whether it may be used.
  ///
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  package func originals() throws(PluginHostError) -> [OriginalPlugin] {
    let inspector = PluginInspector(allowsSimilarCompiler: trust.allowsSimilarCompiler)
    let inspections = try candidates().parallelMap(inspector.inspect)
    return trusted(inspections, by: inspector).enumerated().map { index, inspection in
      let known = index < inspections.count ? inspections[index].diagnostics.count : 0
      return OriginalPlugin(
        inspection: inspection, findings: Array(inspection.diagnostics.dropFirst(known)))
    }
  }

  /// The host that uses a private copy of the same files.
  package func using(_ copy: PluginSetCopy?) -> PluginHost {
    var host = self
    host.copy = copy
    return host
  }

  /// The files to inspect.
  func candidates() throws(PluginHostError) -> [PluginFile] {
    if let copy { return copy.candidatesToInspect }
    return try PluginDirectory.files(in: directories) + files.map(PluginDirectory.file)
  }

  /// The inspections after the check of whether the files may be used, followed by those for missing files of the lock.
  func trusted(
    _ inspections: [PluginInspection], by inspector: PluginInspector
  ) -> [PluginInspection] {
    TrustValidator(policy: trust, directories: directories, host: inspector.host)
      .validate(inspections)
  }
}
