/// The search paths of the dynamic linker. (ld.so(8).)
enum SearchPath {
  /// The directories of a search path, in order.
  ///
  /// - Parameters:
  ///   - separators: The characters that separate directories.
  ///   - origin: The directory of the file that has the search path, which replaces `$ORIGIN`.
  static func directories(
    _ list: String, separators: String = ":", origin: String
  ) -> [String] {
    guard !list.isEmpty else { return [] }
    return list.split(omittingEmptySubsequences: false) { separators.contains($0) }
      // An empty component means the working directory.
      .flatMap { $0.isEmpty ? ["."] : expansions(of: String($0), origin: origin) }
  }

  /// The directories of a search path that only some builds of the dynamic linker search.
  static func guesses(_ list: String, origin: String) -> [String] {
    list.split(separator: ":").map { expansions(of: String($0), origin: origin) }
      .filter { $0.count > 1 }.flatMap(\.self)
  }

  /// The possible expansions of a text with `$ORIGIN`, `$LIB` or `$PLATFORM`, with or without braces. The meaning
  /// of `$LIB` was fixed when the dynamic linker was built, so all common meanings are included.
  static func expansions(of text: String, origin: String) -> [String] {
    var expansions = [""]
    var rest = text[...]
    while let sign = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      let name = rest[sign...].dropFirst()
      let found = variables.lazy.compactMap { variable in
        variable.forms.first { name.hasPrefix($0) }.map { (form: $0, meanings: variable.meanings) }
      }.first
      let before = rest[..<sign]
      let meanings = found.map { $0.meanings ?? [origin] } ?? ["$"]
      expansions = expansions.flatMap { start in meanings.map { "\(start)\(before)\($0)" } }
      rest = name.dropFirst(found?.form.count ?? 0)
      // Bounds the expansions; real paths have at most one variable with several meanings.
      guard expansions.count <= 9 else { break }
    }
    return expansions.map { $0 + rest }
  }

  /// The variables and their meanings; nil for the origin.
  private static let variables: [(forms: [String], meanings: [String]?)] = [
    (["ORIGIN", "{ORIGIN}"], nil), (["LIB", "{LIB}"], libraryFolders),
    (["PLATFORM", "{PLATFORM}"], platforms),
  ]

  /// The meanings of `$PLATFORM`. On x86-64, glibc may use a processor's name.
  private static let platforms =
    [Machine.host.description]
    + (Machine.host.description == "x86_64" ? ["haswell", "xeon_phi"] : [])

  private static let libraryFolders = ["lib/\(Machine.host.description)-linux-gnu", "lib64", "lib"]

  /// The default directories of all common distributions.
  static let system = libraryFolders.flatMap { ["/\($0)", "/usr/\($0)"] }

  /// The directory of a file.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
