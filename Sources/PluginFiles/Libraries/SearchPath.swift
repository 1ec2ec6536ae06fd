/// The lists of directories that the dynamic linker looks for libraries in. (ld.so(8).)
enum SearchPath {
  /// The directories of a list, in its order.
  ///
  /// - Parameters:
  ///   - separators: What stands between two of them.
  ///   - origin: The directory of the file that the list is from, for which `$ORIGIN` stands.
  static func directories(
    _ list: String, separators: String = ":", origin: String
  ) -> [String] {
    guard !list.isEmpty else { return [] }
    return list.split(omittingEmptySubsequences: false) { separators.contains($0) }
      // An empty one is the working directory.
      .flatMap { $0.isEmpty ? ["."] : expansions(of: String($0), origin: origin) }
  }

  /// Those directories of a list of which only this machine's dynamic linker knows whether it looks there.
  static func guesses(_ list: String, origin: String) -> [String] {
    list.split(separator: ":").map { expansions(of: String($0), origin: origin) }
      .filter { $0.count > 1 }.flatMap(\.self)
  }

  /// What a text can stand for that has `$ORIGIN`, `$LIB` or `$PLATFORM` in it, with or without
  /// braces. What `$LIB` means was decided when the dynamic linker was built, so all customary meanings
  /// are tried.
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
      // Nobody writes a variable of several meanings more than once.
      guard expansions.count <= 9 else { break }
    }
    return expansions.map { $0 + rest }
  }

  /// What `$` may stand before, and what that stands for: nothing for the origin.
  private static let variables: [(forms: [String], meanings: [String]?)] = [
    (["ORIGIN", "{ORIGIN}"], nil), (["LIB", "{LIB}"], libraryFolders),
    (["PLATFORM", "{PLATFORM}"], platforms),
  ]

  /// On x86-64, glibc may take a kind of processor for the platform.
  private static let platforms =
    [Machine.host.description]
    + (Machine.host.description == "x86_64" ? ["haswell", "xeon_phi"] : [])

  private static let libraryFolders = ["lib/\(Machine.host.description)-linux-gnu", "lib64", "lib"]

  /// The directories that count without being named, by the customs of all distributions.
  static let system = libraryFolders.flatMap { ["/\($0)", "/usr/\($0)"] }

  /// The directory of a file.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
