import CleanseSupport
import CleansePluginFiles
import CleanseGraph

/// Finds the keys of a graph whose types are defined by a plugin itself.
///
/// See ``DuplicateTypes``.
struct OwnTypes {
  /// The mangled names of the types that the plugin defines.
  private let names: [[UInt8]]

  /// - Parameter descriptors: The symbols of the type descriptors that the plugin defines, such as
  ///   `$s5Words6FilterVMn`.
  init(descriptors: [String]) {
    names = descriptors.map { Array($0.utf8.dropFirst(2).dropLast(2)) }.filter { !$0.isEmpty }
  }

  /// Returns the keys whose type or tag mentions a type of the plugin, in their order.
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
  /// The declarations of the documents, with different types for equal names that several plugins define. A plugin
  /// that links the library of another plugin refers to the types of that library.
  static func parts(of documents: [GraphDocument]) -> [Declarations] {
    let table = documents.first?.keys
    return DuplicateTypes.number(
      documents.map { ($0.part, $0.ownKeys) },
      in: documents.allSatisfy { $0.keys === table } ? table : nil
    ) { documents[$0].links(documents[$1]) }
  }

  /// Whether a plugin of the document links the library of a plugin of the other document.
  private func links(_ other: GraphDocument) -> Bool {
    let files = Set(other.plugins.compactMap { FilePath($0.file).lastComponent })
    return plugins.contains { plugin in
      plugin.description?.neededLibraries.contains { files.contains(FilePath($0)) } ?? false
    }
  }
}
