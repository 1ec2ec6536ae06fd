import FindingReports
import CleansePluginHost

/// The result of `host list`.
struct ListReport: ReportDocument {
  /// A shared library without the marks of a plugin.
  struct Library: Encodable, Sendable {
    let file: String
    /// What the file is instead.
    let reason: String
  }

  let schema = "cleanse-list/1"
  let directories: [String]
  let plugins: [PluginEntry]
  /// The libraries that are not plugins; unless all are requested, those that were probably meant to be plugins, and nil
  /// if there are none.
  let libraries: [Library]?
  /// The number of such libraries, whether or not requested.
  let libraryCount: Int
  /// The paths of the libraries that were probably meant to be plugins.
  private let unmarked: [String]
  private let showsAll: Bool

  init(directories: [String], inspections: [PluginInspection], all: Bool) {
    self.directories = directories
    plugins = inspections.compactMap(PluginEntry.init)
    let libraries = inspections.compactMap { inspection -> Library? in
      guard case .notAPlugin(let reason) = inspection.verdict else { return nil }
      return Library(file: inspection.file.path, reason: reason)
    }
    let unmarked = inspections.unmarkedLibraries
    let shown = all ? libraries : libraries.filter { unmarked.contains($0.file) }
    libraryCount = libraries.count
    self.libraries = all || !shown.isEmpty ? shown : nil
    self.unmarked = unmarked
    showsAll = all
  }

  var status: ExitStatus {
    plugins.contains { $0.status == .rejected } ? .findings : .success
  }

  /// The findings about the plugins, in order.
  var findings: [Diagnostic] {
    plugins.flatMap(\.diagnostics)
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, libraries
  }
}

extension ListReport {
  /// The plugins, including those without their note, then the other libraries; empty if there are none.
  func text(for terminal: Terminal) -> String {
    let table = pluginTable
    let plugins = table.rows.isEmpty ? "" : table.text(for: terminal)
    let others = libraries?.filter { !unmarked.contains($0.file) } ?? []
    guard !others.isEmpty else { return plugins }
    var otherTable = TextTable(columns: [.init("NOT A PLUGIN"), .init("REASON", isFlexible: true)])
    otherTable.rows = others.map { [.init($0.file), .init($0.reason, .dim)] }
    return plugins + (plugins.isEmpty ? "" : "\n") + otherTable.text(for: terminal)
  }

  /// The hints if no plugin was found, or a library was probably meant to be one.
  var hints: [String] {
    guard plugins.isEmpty else { return Self.hints(unmarked: unmarked) }
    var hints = [ListReport.nothing(in: directories)]
    if !showsAll, libraryCount > unmarked.count {
      let noun =
        libraryCount == 1 ? "shared library is not a plugin" : "shared libraries are not plugins"
      hints.append(
        "  \(libraryCount) \(noun); `host list --all` shows \(libraryCount == 1 ? "it" : "them")")
    } else if libraryCount == 0 {
      hints.append("  a plugin is a file ending in .so; build one and copy it there")
    }
    return hints + Self.hints(unmarked: unmarked).map { "  " + $0 }
  }

  /// The hints for libraries that were probably meant to be plugins.
  static func hints(unmarked files: [String]) -> [String] {
    files.map { file in
      "\(file) links the framework but has no note: if it is a plugin, its target lacks plugin.json "
        + "or the build-tool plugin CleansePluginManifest"
    }
  }

  /// The message for directories without a plugin.
  static func nothing(in directories: [String]) -> String {
    "no plugin in \(directories.joined(separator: ", "))"
  }

  private var pluginTable: TextTable {
    var table = TextTable(columns: [
      .init("IDENTIFIER"), .init("VERSION"), .init("SUMMARY", isFlexible: true),
      .init("LANGUAGE"), .init("CONTRIBUTES", isFlexible: true), .init("STATUS"),
    ])
    table.rows = plugins.map { plugin in
      [
        .init(plugin.name, .bold), .init(plugin.version ?? "-"), .init(plugin.summary ?? "-"),
        .init(plugin.language ?? "-"), .init(Self.list(plugin.contributes)), plugin.statusCell,
      ]
    }
    table.rows += unmarked.map { file in
      [.init(lastComponent(of: file), .bold)] + (1...4).map { _ in .init("-") }
        + [.init("not a plugin: no note", .yellow)]
    }
    return table
  }

  private static func list(_ names: [String]?) -> String {
    guard let names, !names.isEmpty else { return "-" }
    return names.joined(separator: ", ")
  }
}

extension [PluginInspection] {
  /// The libraries that link the framework and have no note, except for those that a plugin needs as a contract.
  var unmarkedLibraries: [String] {
    let needed = Set(flatMap { $0.description?.neededLibraries ?? [] })
    return filter { $0.lacksNote && !needed.contains(lastComponent(of: $0.file.path)) }
      .map(\.file.path)
  }
}
