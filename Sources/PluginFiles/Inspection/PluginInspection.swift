public import CleanseCrypto
public import CleanseGraph

/// What was found out about one file: without running any of it, and, where there is a
/// ``PluginProbe``, by loading it in a process of its own.
public struct PluginInspection: Hashable, Sendable {
  /// What a file is to a host.
  public enum Verdict: Hashable, Sendable {
    /// A plugin that can be used, as far as its file tells.
    case plugin(PluginDescription)
    /// A file that can't be used. The description is there when its note could be read, so that
    /// a list can still show what it is.
    case rejected(PluginDescription?)
    /// A library or linker script that does not claim to be a plugin, and what it is instead.
    case notAPlugin(String)
  }

  /// What was looked at.
  public let file: PluginFile
  /// What the file is to a host.
  public private(set) var verdict: Verdict
  /// The findings; at least one is an error exactly when the verdict is a rejection.
  public private(set) var diagnostics: [Diagnostic]
  /// How many findings were left out since they are to be ignored.
  public package(set) var ignored = 0
  /// Which file of the file system was looked at, so that whoever loads it later can tell whether it
  /// is still the same; nothing if it could not be opened.
  public let fileStamp: FileStamp?
  /// What a plugin's file held when it was inspected; nothing for what is no plugin, and for one that
  /// could not be read as a whole.
  public let digest: ContentDigest?
  /// What a plugin would bind that was rejected when or after it registered that.
  private(set) package var wouldBind: [BindingGraph.Dropped] = []

  /// What a plugin shares with others, and what it should share.
  package let linkage: PluginLinkage?

  package init(
    file: PluginFile, verdict: Verdict, diagnostics: [Diagnostic] = [], fileStamp: FileStamp? = nil,
    digest: ContentDigest? = nil, linkage: PluginLinkage? = nil,
    wouldBind: [BindingGraph.Dropped] = []
  ) {
    self.file = file
    self.verdict = verdict
    self.diagnostics = diagnostics
    self.fileStamp = fileStamp
    self.digest = digest
    self.linkage = linkage
    self.wouldBind = wouldBind
  }

  /// Whether the file needs the framework's library and does not claim to be a plugin. Most likely it
  /// is one that was built without the build-tool plugin.
  public var lacksNote: Bool { verdict == .notAPlugin(Self.unmarked) }

  static let unmarked =
    "a shared library without a Cleanse note, which needs "
    + EmbeddedFramework.library

  /// What the file holds, if it is a plugin or another shared library, so that it may be signed.
  package var signedDigest: ContentDigest? {
    switch verdict {
    case .plugin, .rejected(.some): digest
    case .rejected(nil): nil
    case .notAPlugin: try? LibraryCatalog.digest(ofLibrary: file.resolvedPath, fileStamp)
    }
  }

  /// What the plugin says of itself, whether or not it can be used.
  public var description: PluginDescription? {
    switch verdict {
    case .plugin(let description): description
    case .rejected(let description): description
    case .notAPlugin: nil
    }
  }

  /// What the plugin says of itself, if it can be used.
  public var usable: PluginDescription? {
    if case .plugin(let description) = verdict { description } else { nil }
  }

  /// The same file with further errors, which make it unusable.
  ///
  /// - Parameter wouldBind: What the plugin would bind, where that is known.
  package func rejected(
    for errors: [Diagnostic], wouldBind: [BindingGraph.Dropped] = []
  ) -> PluginInspection {
    var inspection = self
    inspection.verdict = .rejected(description)
    inspection.diagnostics += errors
    inspection.wouldBind += wouldBind
    return inspection
  }

  /// The same file with these findings in place of its own; an error makes it unusable.
  package func with(_ findings: [Diagnostic]) -> PluginInspection {
    var inspection = self
    inspection.diagnostics = findings
    if findings.contains(where: { $0.severity == .error }) {
      inspection.verdict = .rejected(description)
    }
    return inspection
  }

  /// The same file with further findings; an error makes it unusable.
  package func adding(_ findings: [Diagnostic]) -> PluginInspection {
    guard findings.allSatisfy({ $0.severity < .error }) else { return rejected(for: findings) }
    var inspection = self
    inspection.diagnostics += findings
    return inspection
  }
}
