package import CleanseGraph
import CleanseSupport

/// A source file of a C plugin, as its macros name it. Most declarations of a plugin are in one file.
package final class CSourceFile: Sendable {
  /// The name that was read, with its null byte.
  private let name: [CChar]
  private let file: RecordedLocation.NamedFile

  /// The number of bytes of the path.
  package let length: Int

  /// Reads the name of a file, or the first bytes of a longer one than system calls accept (`PATH_MAX`).
  package init(_ name: UnsafePointer<CChar>) {
    let bytes = unsafe CText.bytes(name, limit: Self.limit) ?? []
    self.name = bytes.map { CChar(bitPattern: $0) } + [0]
    let path = String(decoding: bytes, as: UTF8.self).cut(to: Self.limit)
    guard let last = FilePath(path).lastComponent else {
      file = Self.unknown.file
      length = Self.unknown.length
      return
    }
    let location = Abbreviation.location(SourceLocation(file: last.text, path: path, line: 0))
    file = RecordedLocation.NamedFile(location.file, path: location.path)
    length = file.path.utf8.count
  }

  private init(_ file: RecordedLocation.NamedFile) {
    (name, self.file, length) = ([], file, file.path.utf8.count)
  }

  /// For a declaration that names none.
  package static let unknown = CSourceFile(RecordedLocation.NamedFile("unknown", path: "unknown"))

  private static let limit = 4096

  /// Whether the text is the name of the file.
  package func isNamed(_ text: UnsafePointer<CChar>) -> Bool {
    unsafe !name.isEmpty && CMemory.equal(text, name)
  }

  package func location(_ line: Int) -> RecordedLocation {
    RecordedLocation(in: file, line: line)
  }
}
