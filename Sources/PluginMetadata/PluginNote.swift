public import CleanseSupport
internal import FoundationEssentials

/// What the ELF note of a plugin holds: its manifest and the stamp of how it was built.
public struct PluginNote: Hashable, Sendable, Codable {
  /// What its author wrote.
  public let manifest: PluginManifest
  /// What it was built for and with.
  public let stamp: ABIStamp

  /// A note of the two parts.
  public init(manifest: PluginManifest, stamp: ABIStamp) {
    self.manifest = manifest
    self.stamp = stamp
  }

  /// The largest note that is read, in bytes: a manifest of the largest size and room for a stamp.
  public static let sizeLimit = PluginManifest.sizeLimit + 4096

  /// Reads the JSON of a note.
  ///
  /// Keys that are not known are ignored beside the manifest and in the stamp, as a newer tool may
  /// add some. In the manifest they are errors, as in `plugin.json`.
  ///
  /// - Parameter json: UTF-8, ``sizeLimit`` at most, without padding.
  /// - Throws: A ``ManifestError``, with the field unless the text is no JSON.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: PluginNote.init(_:))
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      manifest: try fields.object("manifest", make: PluginManifest.init(_:)),
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)))
  }

  /// The JSON of the note; the same note always gives the same bytes.
  ///
  /// - Throws: A ``ManifestError`` when the stamp can't be written.
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
