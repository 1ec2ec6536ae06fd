public import CleanseSupport
internal import FoundationEssentials

/// The contents of the ELF note of a plugin: its manifest and its ABI stamp.
public struct PluginNote: Hashable, Sendable, Codable {
  /// The manifest, written by the author.
  public let manifest: PluginManifest
  /// The stamp, written by the build.
  public let stamp: ABIStamp

  /// Creates a note.
  public init(manifest: PluginManifest, stamp: ABIStamp) {
    self.manifest = manifest
    self.stamp = stamp
  }

  /// The largest note that is read, in bytes: the largest manifest, and 4096 bytes for the stamp.
  public static let sizeLimit = PluginManifest.sizeLimit + 4096

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
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)))
  }

  /// Encodes the note as JSON. Equal notes have equal bytes.
  ///
  /// - Throws: A ``ManifestError`` if the note can't be encoded.
  public func json() throws(ManifestError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self))
    } catch {
      throw ManifestError(message: "can't be written as JSON: \(error)")
    }
  }
}
