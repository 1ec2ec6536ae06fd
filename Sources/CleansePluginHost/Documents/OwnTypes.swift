import Cleanse

/// Which keys of a graph are of types that a plugin itself defines, and so nobody else's.
///
/// In one process, types of one name that several libraries define are told apart by where they lie. Graphs that
/// were written by several processes have to say for whom a type is the plugin's own.
struct OwnTypes {
  /// The mangled names of what the plugin defines.
  private let names: [[UInt8]]

  /// - Parameter descriptors: The names of the symbols of what the plugin defines, such as `$s5Words6FilterVMn`.
  init(descriptors: [String]) {
    names = descriptors.map { Array($0.utf8.dropFirst(2).dropLast(2)) }.filter { !$0.isEmpty }
  }

  /// The keys, in their order, each of whose types the plugin has a part in.
  func keys(among keys: [Key]) -> [Key] {
    names.isEmpty ? [] : keys.filter { isOwn($0.type) || $0.tag.map(isOwn) ?? false }
  }

  private func isOwn(_ type: String) -> Bool {
    let type = Array(type.utf8)
    return names.contains { name in
      type.indices.contains { type[$0] == name[0] && type[$0...].starts(with: name) }
    }
  }
}

extension GraphDocument {
  /// Gives types of one name that several plugins define a number each, as recording does: they are different
  /// types. A plugin that links the library of another one means the type of that.
  static func tellingCopies(_ documents: [GraphDocument]) -> [GraphDocument] {
    var owners: [Key: [Int]] = [:]
    for (number, document) in documents.enumerated() {
      for key in document.ownKeys { owners[key, default: []].append(number) }
    }
    guard !owners.isEmpty, documents.count > 1 else { return documents }
    return documents.enumerated().map { number, document in
      let copies = document.copies(number, owners, documents)
      return copies.isEmpty ? document : document.renaming(copies)
    }
  }

  /// Which keys of the document are others than those of the same name in the documents before it.
  private func copies(
    _ number: Int, _ owners: [Key: [Int]], _ documents: [GraphDocument]
  ) -> [Key: Key] {
    var copies: [Key: Key] = [:]
    func look(at key: Key) {
      guard let all = owners[key], all != [number], copies[key] == nil else { return }
      let isOwn = all.contains(number)
      let others = all.filter { $0 != number && (isOwn || !links(documents[$0])) }
      let before = isOwn ? others.count { $0 < number } : others.count
      guard before > 0 else { return }
      var copy = key
      copy.type += "\(Key.copyMark)\(before + 1)"
      copies[key] = copy
    }
    for place in part.bindings.indices {
      look(at: part.bindings[place].key)
      for request in part.bindings[place].requests { look(at: request.key) }
    }
    return copies
  }

  /// Whether a plugin of the document needs the library of one of the other.
  private func links(_ other: GraphDocument) -> Bool {
    let files = Set(other.plugins.map { $0.file.split(separator: "/").last.map(String.init) ?? "" })
    return plugins.contains { plugin in
      plugin.description?.neededLibraries.contains(where: files.contains) ?? false
    }
  }

  private func renaming(_ copies: [Key: Key]) -> GraphDocument {
    var document = self
    for place in document.part.bindings.indices {
      let binding = document.part.bindings[place]
      document.part.bindings[place].key = copies[binding.key] ?? binding.key
      for (number, request) in binding.requests.enumerated() {
        document.part.bindings[place].requests[number].key = copies[request.key] ?? request.key
      }
    }
    return document
  }
}
