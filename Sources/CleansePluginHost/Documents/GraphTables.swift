import CleanseGraph

/// The tables of entries that many parts of a document share, and refer to by index.
struct GraphTables {
  /// The names of a source file.
  struct File: Encodable, Hashable {
    var file: String
    var path: String
  }

  var keys: [Key] = []
  var modules: [String] = []
  var files: [File] = []
}

extension GraphTables {
  /// Collects shared entries into tables.
  struct Writer {
    /// The entries of one table, each once.
    private struct Table<Entry: Hashable> {
      private(set) var entries: [Entry] = []
      private var indices: [Entry: Int] = [:]

      mutating func index(of entry: Entry) -> Int {
        if let index = indices[entry] { return index }
        indices[entry] = entries.count
        entries.append(entry)
        return entries.count - 1
      }
    }

    private var keys = Table<Key>()
    private var modules = Table<String>()
    private var files = Table<File>()

    var tables: GraphTables {
      GraphTables(keys: keys.entries, modules: modules.entries, files: files.entries)
    }

    mutating func index(of key: Key) -> Int { keys.index(of: key) }

    mutating func index(of module: String) -> Int { modules.index(of: module) }

    mutating func index(of location: SourceLocation) -> Int {
      files.index(of: File(file: location.file, path: location.path))
    }
  }

  /// The key at an index.
  ///
  /// - Throws: A ``GraphDocumentDefect`` for an index that is out of range.
  func key(at index: Int) throws(GraphDocumentDefect) -> Key {
    guard keys.indices.contains(index) else { throw .dangling("keys", index, of: keys.count) }
    return keys[index]
  }

  func module(at index: Int) throws(GraphDocumentDefect) -> String {
    guard modules.indices.contains(index) else {
      throw .dangling("modules", index, of: modules.count)
    }
    return modules[index]
  }

  func file(at index: Int) throws(GraphDocumentDefect) -> File {
    guard files.indices.contains(index) else { throw .dangling("files", index, of: files.count) }
    return files[index]
  }
}
