import CleanseSupport

/// The search paths of the dynamic linker, read as it does: as bytes. (ld.so(8).)
enum SearchPath {
  /// The directories of a search path.
  struct Expansion {
    /// In order.
    private(set) var directories: [FilePath] = []
    /// Those that only some builds of the dynamic linker search, each with the number of the meaning of a variable that
    /// leads to it.
    private(set) var guesses: [FilePath: Int] = [:]

    /// No directories.
    init() {}

    /// - Parameter origin: The directory of the file that has the search path.
    init(of list: String, origin: FilePath) {
      directories = SearchPath.directories(list, origin: origin)
      guesses = SearchPath.guesses(list, origin: origin)
    }
  }

  /// The directories of a search path, in order.
  ///
  /// - Parameters:
  ///   - separators: The bytes that separate directories.
  ///   - origin: The directory of the file that has the search path, which replaces `$ORIGIN`.
  static func directories(
    _ list: [UInt8], separators: String = ":", origin: FilePath
  ) -> [FilePath] {
    guard !list.isEmpty else { return [] }
    return FilePath.list(list, separators: separators)
      // An empty component means the working directory.
      .flatMap { $0.isEmpty ? [.working] : expansions(of: $0, origin: origin) }
  }

  static func directories(_ list: String, origin: FilePath) -> [FilePath] {
    directories(Array(list.utf8), origin: origin)
  }

  /// The directories of a search path that only some builds of the dynamic linker search, each with the number of the
  /// meaning of a variable that leads to it.
  static func guesses(_ list: String, origin: FilePath) -> [FilePath: Int] {
    let guesses = FilePath.list(list).map { expansions(of: $0, origin: origin) }
      .filter { $0.count > 1 }.flatMap { $0.enumerated() }
    return Dictionary(guesses.map { ($0.element, $0.offset) }) { first, _ in first }
  }

  /// The possible expansions of a text with `$ORIGIN`, `$LIB` or `$PLATFORM`, with or without braces. The meaning
  /// of `$LIB` was fixed when the dynamic linker was built, so all common meanings are included.
  ///
  /// Paths that are too long for system calls are left out, as the dynamic linker continues after them. That also bounds
  /// the memory: a text of 64 kB may have a variable in every few bytes.
  static func expansions(of text: FilePath, origin: FilePath) -> [FilePath] {
    var expansions: [[UInt8]] = [[]]
    var rest = text.bytes[...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "$")) {
      let name = rest[sign...].dropFirst()
      let found = variable(at: name)
      let before = rest[..<sign]
      let meanings = found.map { $0.meanings ?? [origin] } ?? ["$"]
      expansions = extended(expansions, by: before, meanings)
      guard !expansions.isEmpty else { return [] }
      rest = name.dropFirst(found?.length ?? 0)
      // Bounds the expansions; real paths have at most one variable with several meanings.
      guard expansions.count <= 9 else { break }
    }
    return extended(expansions, by: rest, [""]).map { FilePath(bytes: $0) }
  }

  /// The beginnings of paths, each with a text and one of the meanings after it.
  private static func extended(
    _ starts: consuming [[UInt8]], by text: ArraySlice<UInt8>, _ meanings: [FilePath]
  ) -> [[UInt8]] {
    guard meanings.count == 1, let meaning = meanings.first else {
      return meanings.isEmpty
        ? []
        : starts.flatMap { start in meanings.map { start + text + $0.bytes } }
          .filter { $0.count < LibraryNeeds.nameLimit }
    }
    // Copying would take quadratic time.
    for index in starts.indices {
      starts[index] += text
      starts[index] += meaning.bytes
    }
    // Not `removeAll`: from build to build, the compiler left its checks of indices in or out.
    return starts.filter { $0.count < LibraryNeeds.nameLimit }
  }

  /// The variable that a text after a `$` begins with. Without braces, a longer identifier is another variable.
  /// (`is_dst` in glibc's `elf/dl-load.c`.)
  private static func variable(
    at text: ArraySlice<UInt8>
  ) -> (length: Int, meanings: [FilePath]?)? {
    for (name, meanings) in variables {
      if text.starts(with: "{\(name)}".utf8) { return (name.utf8.count + 2, meanings) }
      let isWhole = text.dropFirst(name.utf8.count).first.map { !isOfIdentifier($0) } ?? true
      if text.starts(with: name.utf8), isWhole { return (name.utf8.count, meanings) }
    }
    return nil
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The variables and their meanings; nil for the origin.
  private static let variables: [(name: String, meanings: [FilePath]?)] = [
    ("ORIGIN", nil), ("LIB", libraryFolders), ("PLATFORM", platforms),
  ]

  /// The meanings of `$PLATFORM`. On x86-64, glibc may use a processor's name.
  private static let platforms: [FilePath] =
    [FilePath(Machine.host.description)]
    + (Machine.host.description == "x86_64" ? ["haswell", "xeon_phi"] : [])

  private static let libraryFolders: [FilePath] = [
    "lib/\(Machine.host.description)-linux-gnu", "lib64", "lib",
  ]

  /// The default directories of all common distributions.
  static let system: [FilePath] = libraryFolders.flatMap { folder in
    [FilePath.root, "/usr"].map { $0.appending(folder) }
  }
}
