import CleanseSupport

/// The type descriptors and framework symbols that a shared library defines, for comparison with those of
/// plugins.
struct LibrarySymbols: Sendable {
  private(set) var names: Set<LinkerName> = []
  /// Whether the whole library could be read, so that other symbols are known to be absent.
  private(set) var isComplete = false

  /// Reads the library at a path; an unreadable one has no symbols.
  init(_ path: String) {
    guard let elf = try? LibraryCatalog.open(path) else { return }
    var names: Set<LinkerName> = []
    let isRead = elf.forEachDefinition { name in
      guard names.count < Self.countLimit,
        TypeDescriptor.isOne(name) || FrameworkSymbol.isOne(name)
      else { return }
      names.insert(LinkerName(bytes: name))
    }
    self.names = names
    isComplete = isRead && names.count < Self.countLimit
  }

  /// The maximum number of names; libraries have some hundreds. Without a limit, a million symbols could have
  /// different names that share the same few bytes.
  private static let countLimit = 50_000
}
