import PluginFiles
import CleanseGraph

/// Which keys of a graph are of types that a plugin itself defines, and so nobody else's.
///
/// See ``DuplicateTypes``.
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
  /// The declarations of the documents, in which types of one name that several plugins define are different. A plugin
  /// that links the library of another one means the type of that.
  static func parts(of documents: [GraphDocument]) -> [Declarations] {
    let table = documents.first?.keys
    return DuplicateTypes.number(
      documents.map { ($0.part, $0.ownKeys) },
      in: documents.allSatisfy { $0.keys === table } ? table : nil
    ) { documents[$0].links(documents[$1]) }
  }

  /// Whether a plugin of the document needs the library of one of the other.
  private func links(_ other: GraphDocument) -> Bool {
    let files = Set(other.plugins.map { $0.file.split(separator: "/").last.map(String.init) ?? "" })
    return plugins.contains { plugin in
      plugin.description?.neededLibraries.contains(where: files.contains) ?? false
    }
  }
}
