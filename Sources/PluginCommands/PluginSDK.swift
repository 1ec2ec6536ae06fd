import Glibc

/// Where the files are that plugins are built with.
///
/// They are looked for from the file of the program on, so that neither an environment variable nor
/// a path that was compiled in has to be right.
struct PluginSDK {
  /// A directory as seen from that of the program.
  private struct Place {
    /// How many directories further up.
    let levels: Int
    let path: String

    /// The absolute path of a file there.
    func file(_ name: String, from executable: String) -> String {
      let above = executable.split(separator: "/").dropLast(1 + levels).map(String.init)
      let parts = above + (path.isEmpty ? [] : [path]) + [name]
      return "/" + parts.joined(separator: "/")
    }
  }

  /// The file that plugins in C include.
  static let header = "cleanse_plugin.h"

  private static let libraryName = "libCleanseRuntime.so"

  /// In an installation, beside `bin`; in a checkout, whose program is in
  /// `.build/PLATFORM/CONFIGURATION`, with the sources.
  private static let headerPlaces = [
    Place(levels: 1, path: "include"), Place(levels: 3, path: "Sources/CCleansePlugin/include"),
  ]
  private static let libraryPlaces = [Place(levels: 1, path: "lib"), Place(levels: 0, path: "")]

  /// The directory of the header.
  let headers: String
  /// The library that the host shares with plugins in Swift; nothing where it has been put elsewhere.
  let library: String?

  /// - Parameter executable: The absolute path of the program, without symbolic links.
  /// - Throws: A ``HostFailure`` where there is no header.
  init(executable: String?) throws(HostFailure) {
    guard let executable else { throw HostFailure("can't tell which file this program is") }
    let files = Self.headerPlaces.map { $0.file(Self.header, from: executable) }
    guard let header = files.first(where: Self.isReadable) else {
      throw HostFailure(
        "can't find \(Self.header), which plugins in C are built with",
        hints: files.map { "there is no \($0)" })
    }
    headers = String(header.dropLast(Self.header.count + 1))
    library = Self.libraryPlaces.map { $0.file(Self.libraryName, from: executable) }
      .first(where: Self.isReadable)
  }

  /// What a compiler of C needs to be told.
  var compilerFlags: [String] { ["-I" + headers] }

  /// A command that makes a plugin.
  var command: String {
    (["cc", "-shared", "-fPIC"] + compilerFlags + ["plugin.c", "-o", "plugin.so"])
      .map(Self.quoted).joined(separator: " ")
  }

  /// A word as a shell or a makefile takes it for one.
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
