public import CleansePluginMetadata

/// The description of a plugin, read from its file without running it.
public struct PluginDescription: Hashable, Sendable, Codable {
  /// The file's path as found.
  public let file: String
  /// The manifest that the author wrote.
  public let manifest: PluginManifest
  /// The versions of the framework and the compiler that the plugin was built with.
  public let stamp: ABIStamp
  /// The names of the needed shared libraries, in the order of the dynamic section; empty if that can't be
  /// read.
  public let neededLibraries: [String]
  /// The symbol of the entry point; nil for `CLEANSE_ENTRY_POINT` of cleanse_plugin.h.
  public let entry: String?
  private let contractList: [Contract]?
  private let sourcePaths: [String: String]?

  /// The contracts that the plugin was built against.
  public var contracts: [Contract] { contractList ?? [] }

  /// Where its Swift sources lay when it was built, relative to their repository or package: by `Module`, the directory of its
  /// files; by `Module/File.swift`, the path of a file that lies elsewhere.
  public var sources: [String: String] { sourcePaths ?? [:] }

  /// The symbol of the function that registers the bindings.
  package var entryPoint: String { entry ?? PluginNote.defaultEntryPoint }

  /// Whether the plugin registers its bindings through the C interface.
  package var isC: Bool { stamp.language == "c" }

  /// Creates a description.
  public init(
    file: String, manifest: PluginManifest, stamp: ABIStamp, neededLibraries: [String],
    entry: String? = nil, contracts: [Contract] = [], sources: [String: String] = [:]
  ) {
    self.file = file
    self.manifest = manifest
    self.stamp = stamp
    self.neededLibraries = neededLibraries
    self.entry = entry
    contractList = contracts.isEmpty ? nil : contracts
    sourcePaths = sources.isEmpty ? nil : sources
  }

  private enum CodingKeys: String, CodingKey {
    case file, manifest, stamp, neededLibraries, entry
    case contractList = "contracts"
    case sourcePaths = "sources"
  }
}
