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

  /// What a text can stand for that has `$ORIGIN`, `$LIB` or `$PLATFORM` in it, with or without
  /// braces. What `$LIB` means was decided when the dynamic linker was built, so all customary meanings
  /// are tried.
  static func expansions(of text: String, origin: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return [text] }
    let machine = Machine.host.description
    let plain = text.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
      .replacing("${PLATFORM}", with: machine).replacing("$PLATFORM", with: machine)
    guard plain.contains("$LIB") || plain.contains("${LIB}") else { return [plain] }
    return ["lib/\(machine)-linux-gnu", "lib64", "lib"].map {
      plain.replacing("${LIB}", with: $0).replacing("$LIB", with: $0)
    }
  }

  /// The directories that count without being named, by the customs of all distributions.
  static let system: [String] = {
    let names = ["lib/\(Machine.host.description)-linux-gnu", "lib64", "lib"]
    return names.flatMap { ["/\($0)", "/usr/\($0)"] }
  }()

  /// The directory of a file.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
