/// The reason why a file can't be read, or is no shared library of this machine that the dynamic linker can load.
///
/// The readers throw defects without paths or messages.
package enum ElfDefect: Error, Equatable {
  case unreadable(errno: Int32)
  case brokenLink(errno: Int32)
  /// With the kind of the entry, as in `a FIFO`.
  case notARegularFile(String)
  case empty
  case tooLarge(size: UInt64, limit: UInt64)
  /// With the likely format, as in `a text file`.
  case notELF(String)
  /// With the part that extends past the end of the file.
  case truncated(String)
  case malformed(String)
  /// With the word size that it is built for, in bits.
  case wrongClass(bits: Int)
  case wrongByteOrder
  case wrongMachine(Machine)
  case executable
  case objectFile
  case coreFile
  /// With the entry of the dynamic section that names another library.
  case interposedLibrary(String)
  case malformedNote(String)
  /// With the type of the note.
  case unknownNote(UInt32)
}
