import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseGraphAnalysis

/// The files of a new project, with placeholders such as `@NAME@` in their contents and names.
struct ProjectTemplate {
  /// A file of a new project.
  struct File: Equatable {
    /// The path relative to the project.
    let path: String
    let bytes: [UInt8]
    let isExecutable: Bool
  }

  /// The path of the template's directory.
  private let directory: String
  /// The paths of its files, relative to it.
  private let paths: [String]

  /// The largest file of a template, in bytes; a larger one is not a template.
  private static let largest = 1 << 20
  private static let mostFiles = 1000

  /// - Parameters:
  ///   - name: The name of the template, such as `plugin-swift`.
  ///   - directory: The directory of all templates.
  /// - Throws: A ``CommandFailure`` if the template can't be read.
  init(_ name: String, in directory: String) throws(CommandFailure) {
    self.directory = "\(directory)/\(name)"
    var paths: [String] = []
    var pending = [""]
    while let folder = pending.popLast() {
      for entry in try Self.entries(of: self.directory + folder) {
        let path = "\(folder)/\(entry.name)"
        if entry.isDirectory { pending.append(path) } else { paths.append(path) }
      }
      guard paths.count <= Self.mostFiles else { break }
    }
    guard (1...Self.mostFiles).contains(paths.count) else {
      throw Self.broken(
        self.directory, paths.isEmpty ? "has no files" : "has more than \(Self.mostFiles) files")
    }
    self.paths = paths.map { String($0.dropFirst()) }.sorted()
  }

  /// The files of a project.
  ///
  /// - Parameter values: The values of the placeholders, by their names without the signs.
  /// - Throws: A ``CommandFailure`` if a file can't be read or contains an unknown placeholder.
  func files(_ values: [String: String]) throws(CommandFailure) -> [File] {
    var files: [File] = []
    for path in paths {
      let source = "\(directory)/\(path)"
      let bytes = try translating(DocumentFile.read(source, limit: Self.largest)) {
        (error: DocumentError) in
        Self.broken(source, nil, error.message)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Self.broken(source, "is not UTF-8")
      }
      files.append(
        File(
          path: try Self.expand(path, values, in: source),
          bytes: Array(try Self.expand(text, values, in: source).utf8),
          isExecutable: unsafe access(source, X_OK) == 0))
    }
    return files
  }

  /// Replaces the placeholders: capital letters between two `@`. Any other `@` is text.
  private static func expand(
    _ text: String, _ values: [String: String], in source: String
  ) throws(CommandFailure) -> String {
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "@") {
      result += rest[..<sign]
      let after = rest[rest.index(after: sign)...]
      let name = after.prefix { $0.isASCII && $0.isUppercase }
      guard !name.isEmpty, name.endIndex < after.endIndex, after[name.endIndex] == "@" else {
        result += "@"
        rest = after
        continue
      }
      guard let value = values[String(name)] else {
        throw broken(source, "has the unknown placeholder @\(name)@")
      }
      result += value
      rest = after[after.index(after: name.endIndex)...]
    }
    return result + rest
  }

  private static func entries(
    of directory: String
  ) throws(CommandFailure) -> [(name: String, isDirectory: Bool)] {
    let names: [FilePath]
    do throws(PluginHostError) {
      names = try PluginDirectory.entries(of: directory)
    } catch {
      let reason = SystemError(number: error.errno)
      throw broken(directory, nil, "\(directory) can't be read: \(reason)")
    }
    return names.map { ($0.text, QueryOperands.isDirectory("\(directory)/\($0)")) }
  }

  /// The error for a template that can't be used.
  private static func broken(
    _ path: String, _ predicate: String?, _ message: String? = nil
  ) -> CommandFailure {
    CommandFailure(
      "can't use the template: \(message ?? "\(path) \(predicate ?? "")")",
      hints: ["install the program again"])
  }
}
