public import CleanseSupport

/// The contents of the ELF note of a plugin: its manifest, its ABI stamp and the name of its entry point.
public struct PluginNote: Hashable, Sendable, Codable, NoteContents {
  /// The manifest, written by the author.
  public let manifest: PluginManifest
  /// The stamp, written by the build.
  public let stamp: ABIStamp
  /// The symbol of the entry point; nil for ``defaultEntryPoint``.
  public let entry: String?
  /// The contracts that the plugin was built against, written by the build; nil if there are none.
  private let contractList: [Contract]?
  private let sourcePaths: [String: String]?

  /// The contracts that the plugin was built against.
  public var contracts: [Contract] { contractList ?? [] }

  /// Where the Swift sources lay when the plugin was built, relative to their repository or package; written by the build.
  ///
  /// By `Module`, the directory of its files; by `Module/File.swift`, the path of a file that lies elsewhere. Compiled code
  /// has only the name of the file, so that it has no path of its author's machine.
  public var sources: [String: String] { sourcePaths ?? [:] }

  /// The symbol of the entry point.
  public var entryPoint: String { entry ?? Self.defaultEntryPoint }

  /// Creates a note.
  public init(
    manifest: PluginManifest, stamp: ABIStamp, entry: String? = nil, contracts: [Contract] = [],
    sources: [String: String] = [:]
  ) {
    self.manifest = manifest
    self.stamp = stamp
    self.entry = entry
    contractList = contracts.isEmpty ? nil : contracts
    sourcePaths = sources.isEmpty ? nil : sources
  }

  private enum CodingKeys: String, CodingKey {
    case manifest, stamp, entry
    case contractList = "contracts"
    case sourcePaths = "sources"
  }

  /// The symbol of the entry point of a plugin whose note names none: `CLEANSE_ENTRY_POINT` of cleanse_plugin.h.
  public static let defaultEntryPoint = "cleanse_plugin_configure"

  /// Returns a name for the entry point of a plugin that no other plugin has, so that several plugins can be
  /// linked into one program, such as the tests of a package.
  package static func entryPoint(ofPlugin identifier: String) -> String {
    // An identifier has no empty parts, and no part begins or ends with a hyphen.
    let suffix = identifier.replacing("-", with: "__").replacing(".", with: "_")
    return "\(defaultEntryPoint)_\(suffix)"
  }

  /// The type of its ELF note.
  public static var noteType: NoteType { .plugin }

  /// The largest note that is read, in bytes: the largest manifest, as much for the sources, and 4096 bytes for the stamp.
  public static let sizeLimit = 2 * PluginManifest.sizeLimit + 4096

  /// Reads the JSON of a note.
  ///
  /// Unknown members of the note and of the stamp are ignored, as a newer tool may add some. In the manifest they
  /// are errors, as in `plugin.json`.
  ///
  /// - Parameter json: UTF-8, at most ``sizeLimit`` bytes, without padding.
  /// - Throws: A ``ManifestError``, with the field unless the text is not JSON.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: PluginNote.init(_:))
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      manifest: try fields.object("manifest", make: PluginManifest.init(_:)),
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)),
      entry: try fields.optionalString("entry").map(Self.symbol),
      contracts: fields.value("contracts") != nil
        ? try fields.objects("contracts", make: Contract.init(_:)) : [],
      sources: fields.value("sources") != nil
        ? try fields.object("sources", make: Self.paths) : [:])
  }

  private static func paths(_ fields: JSONFields) throws(ManifestError) -> [String: String] {
    var paths: [String: String] = [:]
    for name in fields.names { paths[name] = try fields.string(name) }
    return paths
  }

  /// - Throws: If the name can't be that of a C function, which the host would search in vain.
  private static func symbol(_ name: String) throws(ManifestError) -> String {
    let isIdentifier =
      name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIILetterOrDigit }
      && name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
    guard isIdentifier, name.utf8.count <= 1023 else {
      throw ManifestError(
        field: "entry", message: "must be an identifier of C with at most 1023 characters")
    }
    return name
  }
}
