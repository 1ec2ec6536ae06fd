import FindingReports
import Glibc

/// The locations of the files that plugins are built with.
///
/// They are searched for relative to the executable, so that no environment variable or compiled-in path is
/// needed.
struct PluginSDK {
  /// A directory relative to that of the executable.
  private struct RelativeDirectory {
    /// The number of parent directories to go up.
    let levels: Int
    let path: String

    /// The absolute path of a file in the directory.
    func file(_ name: String, from executable: String) -> String {
      let above = executable.split(separator: "/").dropLast(1 + levels).map(String.init)
      let parts = above + (path.isEmpty ? [] : [path]) + [name]
      return "/" + parts.joined(separator: "/")
    }
  }

  /// The header that C plugins include.
  static let header = "cleanse_plugin.h"

  private static let libraryName = "libCleanseRuntime.so"

  /// In an installation, next to `bin`; in a checkout, where the executable is in
  /// `.build/PLATFORM/CONFIGURATION`, among the sources.
  private static let headerDirectories = [
    RelativeDirectory(levels: 1, path: "include"),
    RelativeDirectory(levels: 3, path: "Sources/CCleansePlugin/include"),
  ]
  private static let libraryDirectories = [
    RelativeDirectory(levels: 1, path: "lib"), RelativeDirectory(levels: 0, path: ""),
  ]

  /// The directory of the header.
  let headers: String
  /// The library that the host shares with Swift plugins; nil if it was not found.
  let library: String?

  /// - Parameter executable: The absolute path of the executable, without symbolic links.
  /// - Throws: A ``CommandFailure`` if the header was not found.
  init(executable: String?) throws(CommandFailure) {
    guard let executable else { throw CommandFailure("can't determine the path of this program") }
    let files = Self.headerDirectories.map { $0.file(Self.header, from: executable) }
    guard let header = files.first(where: Self.isReadable) else {
      throw CommandFailure(
        "can't find \(Self.header), which C plugins are built with",
        hints: files.map { "there is no \($0)" })
    }
    headers = String(header.dropLast(Self.header.count + 1))
    library = Self.libraryDirectories.map { $0.file(Self.libraryName, from: executable) }
      .first(where: Self.isReadable)
  }

  /// The flags for a C compiler.
  var compilerFlags: [String] { ["-I" + headers] }

  /// A command that compiles a plugin.
  var command: String {
    (["cc", "-shared", "-fPIC"] + compilerFlags + ["plugin.c", "-o", "plugin.so"])
      .map(Self.quoted).joined(separator: " ")
  }

  /// Quotes a word for a shell or a makefile.
  static func quoted(_ word: String) -> String {
    let plain = Set("+,-./:=@_~")
    return String(
      word.flatMap { character in
        !character.isASCII || character.isLetter || character.isNumber || plain.contains(character)
          ? [character] : ["\\", character]
      })
  }

  private static func isReadable(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0
  }
}
