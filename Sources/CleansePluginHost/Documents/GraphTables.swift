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
    private(set) var tables = GraphTables()
    private var keys: [Key: Int] = [:]
    private var modules: [String: Int] = [:]
    private var files: [File: Int] = [:]

    mutating func index(of key: Key) -> Int {
      if let index = keys[key] { return index }
      keys[key] = tables.keys.count
      tables.keys.append(key)
      return tables.keys.count - 1
    }

    mutating func index(of module: String) -> Int {
      if let index = modules[module] { return index }
      modules[module] = tables.modules.count
      tables.modules.append(module)
      return tables.modules.count - 1
    }

    mutating func index(of location: SourceLocation) -> Int {
      let file = File(file: location.file, path: location.path)
      if let index = files[file] { return index }
      files[file] = tables.files.count
      tables.files.append(file)
      return tables.files.count - 1
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
