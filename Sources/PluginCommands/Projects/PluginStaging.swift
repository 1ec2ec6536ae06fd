import CleansePluginHost
import CleanseSupport
import FindingReports
import Glibc

/// Copies plugins and contracts from the directory of a build into a plugin directory.
struct PluginStaging {
  private let source: String
  private let target: String

  init(from source: String, to target: String) {
    (self.source, self.target) = (source, target)
  }

  /// Copies what has changed. A file that a host may have loaded is replaced as a whole.
  ///
  /// - Returns: The paths of the files that were written.
  /// - Throws: A ``CommandFailure`` if there is nothing to copy, or a file can't be read or written.
  func run(for command: String) throws -> [String] {
    let libraries = try built(for: command)
    guard !libraries.isEmpty else {
      throw CommandFailure(
        "the build has made no plugin: no library in \(source) has a note of one",
        hints: [
          "in SwiftPM, the product is a dynamic library, and its target uses CleansePluginManifest"
        ])
    }
    // Plugins in a directory that others can write to would be rejected.
    if unsafe mkdir(target, 0o755) != 0, errno != EEXIST {
      throw CommandFailure("can't create \(target): \(SystemError.last)")
    }
    var written: [String] = []
    for library in libraries {
      let name = library.split(separator: "/").last.map(String.init) ?? library
      let destination = "\(target)/\(name)"
      if try copy(library, to: destination) { written.append(destination) }
    }
    return written
  }

  /// The libraries of the build that are plugins or contracts.
  private func built(for command: String) throws -> [String] {
    let path = PluginPath(operands: [source], policy: Policy())
    var trust = TrustPolicy()
    trust.allowsInsecure = true
    let host = PluginHost(directories: [source], trust: trust)
    let inspections = try path.reading(for: command) { () throws(PluginHostError) in
      try host.inspect()
    }
    let contracts = Set(inspections.providedContracts.map(\.file))
    return inspections.filter { inspection in
      if case .notAPlugin = inspection.verdict {
        return contracts.contains(inspection.file.resolvedPath)
      }
      return true
    }.map(\.file.path)
  }

  /// - Returns: Whether the file differs from the existing one, and was written.
  private func copy(_ source: String, to target: String) throws(CommandFailure) -> Bool {
    let bytes = try Self.bytes(of: source)
    if unsafe access(target, R_OK) == 0, try Self.bytes(of: target) == bytes { return false }
    do throws(SystemError) {
      let draft = try FileDraft(for: target, mode: 0o644)
      try draft.finish(bytes)
      try draft.putInPlace(as: target)
    } catch {
      throw CommandFailure("can't write \(target): \(error)")
    }
    return true
  }

  private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileSourceError) {
      let file = try FileSource(path)
      return try file.read(from: 0, count: file.size)
    } catch {
      throw CommandFailure("\(path) \(error.predicate)")
    }
  }
}
