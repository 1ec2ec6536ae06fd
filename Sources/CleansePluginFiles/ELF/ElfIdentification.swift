/// Checks the first bytes of a file: its format, class, byte order and machine.
///
/// The check precedes libelf, which reports every defect as "invalid file". (System V ABI, "ELF Header".)
enum ElfIdentification {
  /// The size of a 64-bit ELF header.
  static let headerSize: UInt64 = 64

  /// Checks the first bytes of a file.
  ///
  /// - Throws: A ``FileDefect`` if it is not an ELF file of this machine.
  static func check(_ head: [UInt8], size: UInt64) throws(FileDefect) {
    guard size > 0 else { throw .empty }
    guard isELF(head) else { throw .notELF(guess(head)) }
    guard head.count >= 16 else { throw .truncated("the ELF header has \(size) of 64 bytes") }
    switch head[4] {
    case 1: throw .wrongClass(bits: 32)
    case 2: break
    default: throw .malformedELF("its class is \(head[4]), which does not exist")
    }
    switch head[5] {
    case 1: break
    case 2: throw .wrongByteOrder
    default: throw .malformedELF("its byte order is \(head[5]), which does not exist")
    }
    guard size >= headerSize, head.count >= headerSize else {
      throw .truncated("the ELF header has \(size) of 64 bytes")
    }
    guard head[6] == 1 else { throw .malformedELF("its ELF version is \(head[6]), not 1") }
    let machine = Machine(number: UInt16(head[18]) | UInt16(head[19]) << 8)
    guard machine == .host else { throw .wrongMachine(machine) }
  }

  /// Whether the bytes begin with the ELF magic number.
  static func isELF(_ head: [UInt8]) -> Bool { head.starts(with: magic) }

  private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  /// The likely format of a file that is not an ELF file, with an article.
  private static func guess(_ head: [UInt8]) -> String {
    if head.starts(with: "!<arch>\n".utf8) { return "a static library" }
    if head.starts(with: "MZ".utf8) { return "a Windows program or library" }
    if [[0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]].contains(Array(head.prefix(4))) {
      return "a macOS program or library"
    }
    let isText = head.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
    return isText ? "a text file" : "a file of another format"
  }
}
