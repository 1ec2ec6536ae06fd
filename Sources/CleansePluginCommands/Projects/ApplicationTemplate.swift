import CleanseFindingReports
import CleanseSupport

/// The files of a new application, which can have a contract for its plugins, and a first plugin.
///
/// The contract is a package in the directory of the application: only a library of another package is shared by a program
/// and its plugins. The plugin is a library of the application's package, so that one build makes both.
struct ApplicationTemplate {
  /// What an application can have.
  enum Part: String, CaseIterable {
    case contract
    case plugin

    /// The parts that the options request. A plugin implements a protocol of the contract.
    static func named(by arguments: ParsedArguments) -> Set<Part> {
      if arguments.contains(.withPlugin) { return [.contract, .plugin] }
      return arguments.contains(.withContract) ? [.contract] : []
    }

    /// What its name ends with, after that of the application.
    fileprivate var suffix: String {
      switch self {
      case .contract: "api"
      case .plugin: "hello"
      }
    }

    /// The name of the template with the files of the application that it changes.
    fileprivate var template: String { "app-\(rawValue)" }

    /// What the names of its placeholders begin with.
    fileprivate var prefix: String { rawValue.uppercased() }
  }

  /// The names of the parts.
  private let names: [Part: ProjectName]

  /// - Throws: A ``UsageError`` if the name of a part would not be valid.
  init(
    _ application: ProjectName, with parts: Set<Part>, for command: String
  ) throws(UsageError) {
    var names: [Part: ProjectName] = [:]
    for part in Part.allCases where parts.contains(part) {
      names[part] = try ProjectName("\(application.text)-\(part.suffix)", for: command)
    }
    self.names = names
  }

  /// The files, sorted by their paths.
  ///
  /// - Parameters:
  ///   - directory: The directory of all templates.
  ///   - values: The values of the placeholders, for the application.
  /// - Throws: A ``CommandFailure`` if a template can't be used.
  func files(
    in directory: String, _ values: [String: String]
  ) throws(CommandFailure) -> [ProjectTemplate.File] {
    var files: [String: ProjectTemplate.File] = [:]
    for file in try applicationFiles(in: directory, values) + contractFiles(in: directory, values) {
      files[file.path] = file
    }
    return files.values.sorted { $0.path < $1.path }
  }

  /// The files of the application's package. Those of a part replace others with the same path.
  private func applicationFiles(
    in directory: String, _ values: [String: String]
  ) throws(CommandFailure) -> [ProjectTemplate.File] {
    let parts = Part.allCases.filter { names[$0] != nil }
    let forms = parts.map { names[$0]?.placeholders($0.prefix) ?? [:] }
    let values = forms.reduce(values) { $0.merging($1) { $1 } }
    var files: [ProjectTemplate.File] = []
    for template in ["app"] + parts.map(\.template) {
      files += try ProjectTemplate(template, in: directory).files(values)
    }
    return files
  }

  /// The package of the contract, without the settings of editors and CI, which the application has.
  private func contractFiles(
    in directory: String, _ values: [String: String]
  ) throws(CommandFailure) -> [ProjectTemplate.File] {
    guard let contract = names[.contract] else { return [] }
    let values = values.merging(contract.placeholders()) { $1 }
    return try ContractTemplate.files(in: directory, values)
      .filter { isKept(FilePath($0.path)) }
      .map { file in
        ProjectTemplate.File(
          path: "\(contract.text)/\(file.path)", bytes: file.bytes,
          isExecutable: file.isExecutable)
      }
  }
  private func isKept(_ path: FilePath) -> Bool {
    path.components.first?.isHidden != true || path == FilePath(".gitignore")
  }
}
