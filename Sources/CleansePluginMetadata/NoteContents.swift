public import CleanseSupport
internal import FoundationEssentials

/// The type of an ELF note with the name `Cleanse`: what the file is.
public enum NoteType: UInt32, Sendable {
  /// A plugin.
  case plugin = 1
  /// A library whose types plugins exchange.
  case contract = 2
  /// The library of the framework.
  case framework = 3
  /// A plugin in C that was built against a contract. The plugin's own note can't have the contract, because the macro
  /// that defines it does not know the headers that are included.
  case usedContract = 4
}

/// The contents of an ELF note with the name `Cleanse`: one JSON object.
public protocol NoteContents: Encodable {
  /// The type of the ELF note.
  static var noteType: NoteType { get }
  /// The largest JSON, in bytes.
  static var sizeLimit: Int { get }

  /// Reads the JSON.
  ///
  /// - Throws: A ``ManifestError``, with the field unless the text is not JSON.
  init(json: [UInt8]) throws(ManifestError)
}

extension NoteContents {
  /// The largest number of null bytes after the JSON.
  ///
  /// A note that is defined in C is an array of characters with a terminating null, and up to three or seven
  /// more null bytes if the size is rounded up to a multiple of 4 or 8.
  public static var paddingLimit: Int { 7 }

  /// Encodes the contents as JSON. Equal contents have equal bytes.
  ///
  /// - Throws: A ``ManifestError`` if they can't be encoded.
  public func json() throws(ManifestError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self))
    } catch {
      throw ManifestError(message: "can't be written as JSON: \(error)")
    }
  }

  /// Returns the note in the format of the section `.note.cleanse` of a little-endian file.
  ///
  /// System V ABI, chapter 5, "Note Section": the size of the name, the size of the description
  /// and the type, 32 bits each; the name; the description. Both are padded to four bytes.
  ///
  /// - Returns: A whole number of 32-bit words.
  /// - Throws: A ``ManifestError`` if the note is larger than ``sizeLimit``.
  public func elfNote() throws(ManifestError) -> [UInt8] {
    let description = try json()
    guard description.count <= Self.sizeLimit else {
      throw ManifestError(message: "results in a note of more than \(Self.sizeLimit / 1024) KiB")
    }
    var bytes: [UInt8] = []
    for word in [
      UInt32(NoteType.elfName.count), UInt32(description.count), Self.noteType.rawValue,
    ] {
      bytes.append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) })
    }
    bytes += NoteType.elfName + description
    bytes += Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    return bytes
  }

  /// Reads the description of an ELF note: JSON, followed by null bytes.
  ///
  /// - Throws: A ``ManifestError``, with the field unless the text is not JSON.
  public init(elfDescription bytes: [UInt8]) throws(ManifestError) {
    let size = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard bytes.count - size <= Self.paddingLimit else {
      throw ManifestError(message: "has more than \(Self.paddingLimit) null bytes at its end")
    }
    try self.init(json: Array(bytes[..<size]))
  }
}

extension NoteType {
  /// The name in the header of the ELF note, with its terminating null.
  public static let elfName: [UInt8] = Array("Cleanse\0".utf8)
}
