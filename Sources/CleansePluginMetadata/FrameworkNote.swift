public import CleanseSupport

/// What the library of the framework says about itself: which plugins run with it.
public struct FrameworkNote: Hashable, Sendable, Codable {
  /// The stamp of a host with this library.
  public let stamp: ABIStamp
  /// The recorded versions of the framework's ABI whose plugins run.
  public let runs: [String]

  /// Creates a note.
  public init(stamp: ABIStamp, runs: [String]) {
    (self.stamp, self.runs) = (stamp, runs)
  }
}

extension FrameworkNote: NoteContents {
  /// The type of its ELF note.
  public static var noteType: NoteType { .framework }
  public static var sizeLimit: Int { 16 * 1024 }

  /// Reads the JSON of a note. Unknown members are ignored, as a newer tool may add some.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: FrameworkNote.init(_:))
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)), runs: try fields.strings("runs"))
  }
}
