public import CleansePluginMetadata

/// The description of a plugin, read from its file without running it.
// A single reference: descriptions are copied in each step of reading a directory.
public struct PluginDescription: Hashable, Sendable, Codable {
  private struct Fields: Hashable, Sendable, Codable {
    let file: String
    let manifest: PluginManifest
    let stamp: ABIStamp
    let neededLibraries: [String]
    let entry: String?
    let contracts: [Contract]?
    let sources: [String: String]?
  }

  private final class Storage: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private let storage: Storage

  /// The file's path as found.
  public var file: String { storage.fields.file }
  /// The manifest that the author wrote.
  public var manifest: PluginManifest { storage.fields.manifest }
  /// The versions of the framework and the compiler that the plugin was built with.
  public var stamp: ABIStamp { storage.fields.stamp }
  /// The names of the needed shared libraries, in the order of the dynamic section; empty if that can't be
  /// read.
  public var neededLibraries: [String] { storage.fields.neededLibraries }
  /// The symbol of the entry point; nil for `CLEANSE_ENTRY_POINT` of cleanse_plugin.h.
  public var entry: String? { storage.fields.entry }

  /// The contracts that the plugin was built against.
  public var contracts: [Contract] { storage.fields.contracts ?? [] }

  /// Where its Swift sources lay when it was built, relative to their repository or package: by `Module`, the directory of its
  /// files; by `Module/File.swift`, the path of a file that lies elsewhere.
  public var sources: [String: String] { storage.fields.sources ?? [:] }

  /// The symbol of the function that registers the bindings.
  package var entryPoint: String { entry ?? PluginNote.defaultEntryPoint }

  /// Whether the plugin registers its bindings through the C interface.
  package var isC: Bool { stamp.language == "c" }

  /// Creates a description.
  public init(
    file: String, manifest: PluginManifest, stamp: ABIStamp, neededLibraries: [String],
    entry: String? = nil, contracts: [Contract] = [], sources: [String: String] = [:]
  ) {
    storage = Storage(
      Fields(
        file: file, manifest: manifest, stamp: stamp, neededLibraries: neededLibraries,
        entry: entry,
        contracts: contracts.isEmpty ? nil : contracts, sources: sources.isEmpty ? nil : sources))
  }

  public static func == (one: PluginDescription, other: PluginDescription) -> Bool {
    one.storage === other.storage || one.storage.fields == other.storage.fields
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.fields)
  }

  public init(from decoder: any Decoder) throws {
    storage = Storage(try Fields(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try storage.fields.encode(to: encoder)
  }
}
