import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import Glibc

/// Copies plugins and contracts from the directory of a build into a plugin directory.
struct PluginStaging {
  private let source: String
  private let target: String

  init(from source: String, to target: String) {
    (self.source, self.target) = (source, target)
  }

  /// Removes what earlier builds have made, so that no build is mistaken for another.
  func removeBuilt() throws(CommandFailure) {
    let names = (try? PluginDirectory.entryNames(of: source)) ?? []
    for name in names where name.suffix(3).elementsEqual(".so".utf8) {
      let path = "\(source)/\(String(decoding: name, as: UTF8.self))"
      guard unsafe unlink(path) == 0 || errno == ENOENT else {
        throw CommandFailure("can't remove \(path): \(SystemError.last)")
      }
    }
  }

  /// Copies what has changed. A file that a host may have loaded is replaced as a whole.
  ///
  /// - Returns: The paths of the plugins and contracts, and whether they were written; empty if there are none.
  /// - Throws: A ``CommandFailure`` if a file can't be read or written.
  func run(for command: String) throws -> [(path: String, isNew: Bool)] {
    let libraries = try built(for: command)
    if !libraries.isEmpty { try Self.makeDirectories(target) }
    return try libraries.map { library in
      let name = library.split(separator: "/").last.map(String.init) ?? library
      let path = "\(target)/\(name)"
      return (path, try copy(library, to: path))
    }
  }

  /// Creates a directory with its parents. Plugins in one that others can write to would be rejected.
  private static func makeDirectories(_ path: String) throws(CommandFailure) {
    var directory = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      directory += "/\(part)"
      guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else {
        throw CommandFailure("can't create \(path): \(SystemError.last)")
      }
    }
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
