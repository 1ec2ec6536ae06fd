import CleanseSupport

/// Shows the paths of private copies as those of the originals.
///
/// The path of a copy is that of the directory of its supervisor, the number of the set, the name of the kind of files, and then
/// the absolute path of the original. Cached findings can have paths of supervisors that have ended.
package struct OriginalPaths: Sendable {
  /// The directories of a set below which files have the paths of the originals.
  package static let roots = (plugins: "files", settings: "settings")

  private static let slash = UInt8(ascii: "/")

  private let prefix: [UInt8]

  /// - Parameter directory: The directory of a supervisor.
  init(in directory: FilePath) {
    prefix = directory.removingLastComponent.appending(SetStore.prefix).bytes
  }

  /// The text with the paths of originals.
  package func shown(in text: String) -> String {
    var rest = Array(text.utf8)[...]
    var shown: [UInt8] = []
    while let byte = rest.first {
      if byte == prefix.first, rest.starts(with: prefix),
        let after = afterRoot(rest.dropFirst(prefix.count))
      {
        rest = after
      } else {
        shown.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// What follows the rest of the directory's name, the number and the root; nil for any other text.
  private func afterRoot(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = rest.drop { $0 != Self.slash }.dropFirst()
    let root = digits.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    for name in [Self.roots.plugins, Self.roots.settings] {
      // Not a path: the bytes between the number and the path of the original.
      let text = Array("/\(name)/".utf8)
      if root.count < digits.count, root.starts(with: text) {
        return root.dropFirst(text.count - 1)
      }
    }
    return nil
  }
}
