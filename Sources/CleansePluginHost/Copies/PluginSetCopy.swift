// This folder copies plugins, so that changes of their files don't affect a program that runs or will run them. `PluginHost`
// inspects the originals, and judges whether they are the intended files; `FileCopier` copies what it has inspected, to a
// `PluginSetCopy`. A plugin host that uses that inspects and loads the copies, under the names of the originals.

import CleanseCrypto
import CleanseGraph
import CleansePluginFiles
package import CleanseSupport

/// A private copy of plugins, and of the libraries next to them that they need.
///
/// Each file has its absolute path below a directory, so what is found relative to a plugin is in the copy as well. It contains
/// what was found about the originals: who can change a file, or whether a lock has it, can't be seen from a copy.
package struct PluginSetCopy: Codable, Sendable {
  /// A file that was found in a plugin directory.
  struct Candidate: Codable, Sendable {
    /// The copy; the original if there is none.
    let file: PluginFile
    /// Whether it was copied. Other files are no plugins that could be used.
    let isCopied: Bool
    /// Whether the original may be used; of a file that was not copied, all findings.
    let findings: [Diagnostic]
  }

  /// A file of the copy.
  struct File: Codable, Sendable {
    let path: FilePath
    let digest: ContentDigest
  }

  /// The directory below which each file has the path of the original.
  package let root: FilePath
  private var candidates: [Candidate] = []
  private var files: [File]
  /// Whether these are only some of the plugins of a set, which has been validated as a whole.
  private var isPart = false

  /// Copies plugins that were inspected.
  ///
  /// - Parameters:
  ///   - originals: All files of the plugin directories.
  ///   - directories: The plugin directories.
  ///   - root: An empty directory of this user alone.
  /// - Throws: A ``PluginCopyError`` if a file has changed since, or can't be copied.
  package init(
    of originals: [OriginalPlugin], in directories: [String], at root: FilePath
  ) throws(PluginCopyError) {
    self.root = root
    var copier = FileCopier(to: root)
    for original in originals where original.isKept {
      candidates.append(try Self.copy(original, with: &copier))
    }
    try Self.linkNeighbours(of: candidates, in: directories.map { FilePath($0) }, with: &copier)
    files = copier.files
  }

  private static func copy(
    _ original: OriginalPlugin, with copier: inout FileCopier
  ) throws(PluginCopyError) -> Candidate {
    let (file, inspection) = (original.inspection.file, original.inspection)
    guard original.isCopied else {
      return Candidate(file: file, isCopied: false, findings: inspection.diagnostics)
    }
    let path = FilePath(file.resolvedPath)
    let copy = try copier.copy(path, expecting: inspection.digest)
    let directory = path.removingLastComponent
    for library in inspection.libraries where FilePath(library.path).isWithin(directory) {
      // Those of the system have none.
      guard let digest = library.digest else { continue }
      try copier.copy(FilePath(library.path), expecting: digest)
    }
    return Candidate(
      file: file.copied(below: copier.root, to: copy), isCopied: true, findings: original.findings)
  }

  /// Lets the other files be found in the plugin directories, next to all copies, and in the directories on the way to these.
  private static func linkNeighbours(
    of candidates: [Candidate], in directories: [FilePath], with copier: inout FileCopier
  ) throws(PluginCopyError) {
    let copied = candidates.filter(\.isCopied).map { candidate in
      candidate.file.original(of: candidate.file.resolvedPath).removingLastComponent
    }
    let ofPlugins = (directories + copied).map { SystemPath.resolved($0) ?? $0 }.distinct()
    // Inner ones first, which otherwise would be links to the originals.
    for directory in ofPlugins.sorted().reversed() { try copier.linkNeighbours(in: directory) }
    let below = copier.directories.filter { directory in
      ofPlugins.contains(where: directory.isWithin)
    }
    for directory in copier.parents.union(below).subtracting(ofPlugins).sorted() {
      // No file of these is taken for a plugin.
      try copier.linkNeighbours(in: directory, includingCandidates: true)
    }
  }

  /// The copy of some of the plugins, which has been validated as a whole.
  ///
  /// - Parameter inspections: Those of the plugins in the copy.
  package func part(with inspections: [PluginInspection]) -> PluginSetCopy {
    let plugins = Set(inspections.map { FilePath($0.file.resolvedPath) })
    let libraries = inspections.flatMap(\.libraries).map { FilePath($0.path) }
    // One path can have more slashes than the other.
    let used = Set((plugins + libraries).map(\.components))
    var part = self
    part.candidates.removeAll { !plugins.contains(FilePath($0.file.resolvedPath)) }
    part.files.removeAll { !used.contains($0.path.components) }
    part.isPart = true
    return part
  }

  /// Checks that all files are as they were copied.
  package func check() throws(PluginCopyError) {
    for file in files {
      guard let opened = try? RegularFile(PluginFile(path: file.path.text)),
        (try? opened.digest()) == file.digest
      else { throw PluginCopyError(.copy, "\(file.path) is not the file that was copied there") }
    }
  }

  /// The files to inspect.
  var candidatesToInspect: [PluginFile] { candidates.filter(\.isCopied).map(\.file) }

  /// The inspections of all candidates, with what was found about the originals.
  ///
  /// - Parameter inspections: Those of the files to inspect.
  func judged(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var rest = inspections[...]
    return candidates.compactMap { candidate in
      guard candidate.isCopied else {
        return PluginInspection(
          file: candidate.file, outcome: .rejected(nil), diagnostics: candidate.findings)
      }
      guard var inspection = rest.popFirst() else { return nil }
      inspection.hasWhatItRequires = isPart
      return inspection.isUsable ? inspection.adding(candidate.findings) : inspection
    }
  }
}

/// The reason why a private copy can't be made, or can't be used.
package struct PluginCopyError: Error {
  /// The file that is the cause.
  package enum Cause: Sendable {
    /// An original, which is being changed: another attempt can succeed.
    case original
    case copy
  }

  package let cause: Cause
  /// A sentence without a full stop.
  package let message: String

  init(_ cause: Cause, _ message: String) {
    (self.cause, self.message) = (cause, message)
  }
}
