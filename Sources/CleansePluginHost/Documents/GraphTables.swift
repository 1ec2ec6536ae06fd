import CleanseGraph

/// What many parts of a document have in common, each once: they refer to it by its place.
struct GraphTables {
  /// The texts of a source file.
  struct File: Encodable, Hashable {
    var file: String
    var path: String
  }

  var keys: [Key] = []
  var modules: [String] = []
  var files: [File] = []
}

extension GraphTables {
  /// Puts what documents refer to into tables.
  struct Writer {
    private(set) var tables = GraphTables()
    private var keys: [Key: Int] = [:]
    private var modules: [String: Int] = [:]
    private var files: [File: Int] = [:]

    mutating func place(of key: Key) -> Int {
      if let place = keys[key] { return place }
      keys[key] = tables.keys.count
      tables.keys.append(key)
      return tables.keys.count - 1
    }

    mutating func place(of module: String) -> Int {
      if let place = modules[module] { return place }
      modules[module] = tables.modules.count
      tables.modules.append(module)
      return tables.modules.count - 1
    }

    mutating func place(of location: SourceLocation) -> Int {
      let file = File(file: location.file, path: location.path)
      if let place = files[file] { return place }
      files[file] = tables.files.count
      tables.files.append(file)
      return tables.files.count - 1
    }
  }

  /// What stands at a place.
  ///
  /// - Throws: A ``GraphDocumentDefect`` for a place that the table does not have.
  func key(at place: Int) throws(GraphDocumentDefect) -> Key {
    guard keys.indices.contains(place) else { throw .dangling("keys", place, of: keys.count) }
    return keys[place]
  }

  func module(at place: Int) throws(GraphDocumentDefect) -> String {
    guard modules.indices.contains(place) else {
      throw .dangling("modules", place, of: modules.count)
    }
    return modules[place]
  }

  func file(at place: Int) throws(GraphDocumentDefect) -> File {
    guard files.indices.contains(place) else { throw .dangling("files", place, of: files.count) }
    return files[place]
  }
}
