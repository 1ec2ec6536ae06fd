import CleanseGraphAnalysis
import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision
import FoundationEssentials

/// What a worker of `host serve` uses: a private copy of the plugins, and of the files of the settings, which are read again when
/// a worker is started again.
///
/// A new set is made of the files by the worker that tries it, before it is confined: `PluginTool.confine`.
struct ServedSet: Codable, Sendable {
  /// A file of the settings.
  private struct File: Codable {
    let path: FilePath
    let copy: FilePath
  }

  /// The policy file, and its name in messages.
  private struct PolicyCopy: Codable {
    let name: String
    let file: File
  }

  private static let fileName = "set.json"
  /// The largest description of a set, in bytes.
  private static let sizeLimit = 64 << 20

  /// The copy of the plugins.
  private(set) var plugins: PluginSetCopy
  private let policy: PolicyCopy?
  /// The files with secrets.
  private let secrets: [File]
  /// The identifiers of the plugins of an island; nil for all plugins.
  private var island: [String]?
  /// The environment variables that set their options.
  private var variables: [String]?

  // MARK: - A new set

  /// Copies the present files to a directory.
  ///
  /// - Parameters:
  ///   - directory: A directory of this user alone, which is empty.
  ///   - prepare: Called before plugins are copied, with the paths of the libraries that they need, other than those of the
  ///     system: from now on, a change of one is either found when it is copied, or after that.
  /// - Throws: A `PluginCopyError` if a file can't be copied, or an error for a directory or a document that can't be read.
  init(
    of path: PluginPath, _ policy: Policy, for command: String, in directory: FilePath,
    beforeCopying prepare: (_ libraries: [String]) -> Void
  ) throws {
    let settings = try Self.create(OriginalPaths.roots.settings, in: directory)
    let root = try Self.create(OriginalPaths.roots.plugins, in: directory)
    let host = try path.host(policy, for: command)
    let originals = try path.reading(host.originals(), for: command)
    prepare(originals.flatMap(\.libraries))
    plugins = try PluginSetCopy(of: originals, in: path.directories, at: root)
    var copier = FileCopier(to: settings)
    func copy(_ path: String) throws(PluginCopyError) -> File {
      let absolute = FilePath(path).from(Self.working)
      return File(path: FilePath(path), copy: try copier.copy(absolute, keepsMode: true))
    }
    self.policy = try policy.location.map { location throws(PluginCopyError) in
      PolicyCopy(name: policy.file ?? location, file: try copy(location))
    }
    // The configuration reports one that can't be read.
    secrets = policy.configuration.secretFiles.compactMap { try? copy($0) }
    try write(to: directory)
  }

  private static var working: FilePath { (try? SystemPath.workingDirectory()) ?? .working }

  private static func create(
    _ name: String, in directory: FilePath
  ) throws(CommandFailure) -> FilePath {
    let path = directory.appending(name)
    guard unsafe mkdir(path.cString, 0o700) == 0 else {
      throw CommandFailure("can't copy plugins to \(directory): \(SystemError.last)")
    }
    return path
  }

  /// Describes the part of the set that is an island, for the processes that run it. An earlier worker with the same set has done
  /// so as well, maybe for other plugins, some of which are left out by now.
  ///
  /// - Returns: A text from which a set can be made again.
  func part(with plugins: [PluginInspection]) throws(CommandFailure) -> String {
    var part = self
    part.plugins = self.plugins.part(with: plugins)
    part.island = plugins.flatMap(\.settingIdentifiers)
    part.variables = plugins.flatMap(\.optionVariables)
    do {
      return String(decoding: try part.encoded(), as: UTF8.self)
    } catch {
      throw CommandFailure("what an island needs can't be described: \(error)")
    }
  }

  private func write(to directory: FilePath) throws {
    let bytes = try encoded()
    do throws(DocumentError) {
      try DocumentFile.create(
        directory.appending(Self.fileName).text, with: bytes, mode: 0o600)
    } catch {
      throw CommandFailure(error.message)
    }
  }

  /// The bytes of a description, which are the same for the same set.
  private func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(self))
  }

  // MARK: - The set that served last

  /// Reads the set of a worker, and checks that its files are as they were copied.
  init(of used: WorkerSet) throws(CommandFailure) {
    do {
      let file = used.island ?? used.directory.appending(Self.fileName)
      let bytes = try DocumentFile.read(file.text, limit: Self.sizeLimit)
      self = try JSONDecoder().decode(ServedSet.self, from: Data(bytes))
      try plugins.check()
    } catch {
      let reason =
        switch error {
        case let error as DocumentError: error.message
        case let error as PluginCopyError: error.message
        default: "\(error)"
        }
      throw CommandFailure(
        "the copy of the plugins that have served is damaged: \(reason)",
        hints: ["the files as they are now are used instead"])
    }
  }

  /// The policy file as it was; nil if there was none.
  func policyFile() throws(PolicyFileError) -> PolicyFile? {
    guard let policy else { return nil }
    return try PolicyFile(
      contentsOf: policy.file.copy.text, name: policy.name, location: policy.file.path.text)
  }

  /// The policy with the copies of the files that it names. That of an island has no options of other plugins, as its process may
  /// read the files of those that it has.
  func using(_ policy: Policy) -> Policy {
    var policy = policy
    if let island {
      policy.configuration = policy.configuration.keepingOptions(
        of: island, variables: Set(variables ?? []))
    }
    let copies = Dictionary(keepingFirst: secrets.map { ($0.path, $0.copy.text) })
    policy.configuration.replaceSecretFiles { copies[FilePath($0)] ?? $0 }
    return policy
  }
}
