public import CleanseCrypto
public import CleanseGraph
import CleansePluginMetadata

/// The result of inspecting a file: without running it and, with a ``PluginProbe``, by loading it in a separate
/// process.
public struct PluginInspection: Hashable, Sendable {
  /// What an inspection has found a file to be.
  public enum Outcome: Hashable, Sendable {
    /// A plugin without known errors.
    case plugin(PluginDescription)
    /// A file that can't be used. The description is present if its note could be read, so that a list can
    /// still show it.
    case rejected(PluginDescription?)
    /// A plugin that the operator or the application left out. The description is present as for a rejected one.
    case leftOut(PluginDescription?, Omission)
    /// A library or linker script that does not claim to be a plugin, with its kind.
    case notAPlugin(String)
  }

  /// The reason why a plugin is left out.
  public enum Omission: String, Hashable, Sendable, Codable {
    /// The configuration disables it.
    case disabled
    /// It can't be used, or does not fit together with the others, and the configuration allows leaving it out.
    case failing
  }

  /// The inspected file.
  public let file: PluginFile
  /// What the file was found to be.
  public private(set) var outcome: Outcome
  /// The findings; at least one is an error exactly when the outcome is a rejection.
  public private(set) var diagnostics: [Diagnostic]
  /// The number of findings that were removed because their level is `ignore`.
  public package(set) var ignored = 0
  /// The stamp of the inspected file, to detect a change before it is loaded; nil if the file could not be
  /// opened.
  public let fileStamp: FileStamp?
  private let fileDigest: FileDigest
  /// Whether the stamp shows any later change of the file; otherwise, only the digest does.
  package internal(set) var isSettled = false
  /// The bindings of a plugin that was rejected while or after it registered them.
  private(set) package var wouldBind: [BindingGraph.Dropped] = []

  /// The options of a plugin with their values; empty before these are resolved.
  public internal(set) var options: [ResolvedOption] = []

  /// The identifiers that the plugin had before, under which settings apply to it: those of the manifest that no other plugin
  /// has or claims.
  package internal(set) var formerIdentifiers: [String] = []

  /// The identifiers under which settings apply to the plugin, the present one first; none if that is unknown.
  package var settingIdentifiers: [String] {
    description.map { [$0.manifest.identifier] + formerIdentifiers } ?? []
  }

  /// The contracts of the file itself; after ``ContractValidator``, those of the libraries that a plugin would get.
  package internal(set) var providedContracts: [ProvidedContract] = []

  /// Whether the plugins that it requires have been found in a larger set, of which this is a part.
  package var hasWhatItRequires = false

  /// What the plugin declares when it is loaded alone; nil if it was not.
  package var recordedBindings: RecordedBindings?

  /// The libraries and type descriptors of the plugin.
  package let linkage: PluginLinkage?

  package init(
    file: PluginFile, outcome: Outcome, diagnostics: [Diagnostic] = [], fileStamp: FileStamp? = nil,
    digest: FileDigest = .missing, linkage: PluginLinkage? = nil,
    wouldBind: [BindingGraph.Dropped] = []
  ) {
    self.file = file
    self.outcome = outcome
    self.diagnostics = diagnostics
    self.fileStamp = fileStamp
    fileDigest = digest
    self.linkage = linkage
    self.wouldBind = wouldBind
  }

  /// Whether the file needs the framework's library or has the entry point of a plugin, but has no note. Most likely it is a
  /// plugin that was built without the build-tool plugin, or in C without the macro `CLEANSE_PLUGIN`.
  public var lacksNote: Bool { outcome == .notAPlugin(Self.unmarked) || lacksNoteOfC }

  /// Whether the file has the entry point of a plugin in C, but no note.
  package var lacksNoteOfC: Bool { outcome == .notAPlugin(Self.unmarkedC) }

  static let plain = "a shared library without a Cleanse note"
  static let unmarked = plain + ", which needs " + EmbeddedFramework.library
  static let unmarkedC = plain + ", which defines " + PluginNote.defaultEntryPoint

  /// The digest of the plugin's file; nil if the file is not a plugin or could not be read as a whole.
  ///
  /// Computing it takes a third of an inspection. `PluginHost.loadWithoutProbing(_:)` leaves it out unless a lock or a signature
  /// is checked; each call then reads the file, and returns nil if its stamp shows that it has changed since.
  public var digest: ContentDigest? {
    guard fileDigest == .left else { return knownDigest }
    guard let opened = try? RegularFile(file), opened.stamp == fileStamp,
      let digest = try? opened.digest()
    else { return nil }
    // The file can be changed while it is read.
    return FileStamp(path: file.resolvedPath) == fileStamp ? digest : nil
  }

  /// The digest of the plugin's file, if the inspection computed it.
  package var knownDigest: ContentDigest? {
    if case .known(let digest) = fileDigest { digest } else { nil }
  }

  /// The digest to sign, if the file is a plugin or another shared library.
  package var signedDigest: ContentDigest? {
    switch outcome {
    case .plugin, .rejected(.some), .leftOut(.some, _): digest
    case .rejected(nil), .leftOut(nil, _): nil
    case .notAPlugin: try? LibraryCatalog.digest(ofLibrary: file.resolvedPath, fileStamp)
    }
  }

  /// The plugin's description, whether or not the plugin can be used.
  public var description: PluginDescription? {
    switch outcome {
    case .plugin(let description): description
    case .rejected(let description), .leftOut(let description, _): description
    case .notAPlugin: nil
    }
  }

  /// The plugin's description, if the plugin can be used.
  public var usable: PluginDescription? {
    if case .plugin(let description) = outcome { description } else { nil }
  }

  /// Whether the file is a plugin that can be used.
  public var isUsable: Bool { usable != nil }

  /// The inspection with further errors, which reject the file.
  ///
  /// - Parameter wouldBind: The plugin's bindings, as far as they are known.
  package func rejected(
    for errors: [Diagnostic], wouldBind: [BindingGraph.Dropped] = []
  ) -> PluginInspection {
    var inspection = self
    inspection.outcome = .rejected(description)
    inspection.diagnostics += errors
    inspection.wouldBind += wouldBind
    return inspection
  }

  /// The inspection with further defects, if there are any.
  func adding(defects: [FileDefect]) -> PluginInspection {
    adding(defects.map { $0.diagnostic(of: file, origin: description?.manifest.identifier) })
  }

  /// The inspection of a plugin that the configuration disables. Nothing else about it matters.
  var disabled: PluginInspection {
    var inspection = self
    inspection.outcome = .leftOut(description, .disabled)
    inspection.diagnostics = []
    return inspection
  }

  /// The inspection of a plugin that is left out because of errors, with one finding in place of these.
  package func leftOut(because finding: Diagnostic) -> PluginInspection {
    var inspection = self
    inspection.outcome = .leftOut(description, .failing)
    inspection.diagnostics = diagnostics.filter { $0.severity < .error } + [finding]
    return inspection
  }

  /// Why the plugin is left out; nil if it is not.
  public var omission: Omission? {
    if case .leftOut(_, let omission) = outcome { omission } else { nil }
  }

  /// Whether the plugin was rejected.
  public var isRejected: Bool {
    if case .rejected = outcome { true } else { false }
  }

  /// The inspection with its findings replaced; an error rejects the file.
  package func with(_ findings: [Diagnostic]) -> PluginInspection {
    var inspection = self
    inspection.diagnostics = findings
    if findings.contains(where: { $0.severity == .error }) {
      inspection.outcome = .rejected(description)
    }
    return inspection
  }

  /// The inspection with further findings; an error rejects the file.
  package func adding(_ findings: [Diagnostic]) -> PluginInspection {
    guard !findings.isEmpty else { return self }
    guard findings.allSatisfy({ $0.severity < .error }) else { return rejected(for: findings) }
    var inspection = self
    inspection.diagnostics += findings
    return inspection
  }
}
