import CleansePluginHost

/// What `host list` found.
struct ListReport: JSONDocument {
  /// A shared library that does not claim to be a plugin.
  struct Library: Encodable, Sendable {
    let file: String
    /// What it is instead.
    let reason: String
  }

  let schema = "cleanse-list/1"
  let directories: [String]
  let plugins: [PluginEntry]
  /// Nothing unless they were asked for.
  let libraries: [Library]?
  /// How many there are, whether or not they were asked for.
  let libraryCount: Int
  /// Those among them that were probably meant to be plugins.
  private let unmarked: [String]

  init(directories: [String], inspections: [PluginInspection], all: Bool) {
    self.directories = directories
    plugins = inspections.compactMap(PluginEntry.init)
    let libraries = inspections.compactMap { inspection -> Library? in
      guard case .notAPlugin(let reason) = inspection.verdict else { return nil }
      return Library(file: inspection.file.path, reason: reason)
    }
    libraryCount = libraries.count
    self.libraries = all ? libraries : nil
    unmarked = inspections.filter(\.lacksNote).map(\.file.path)
  }

  var status: ExitStatus {
    plugins.contains { $0.status == .rejected } ? .findings : .success
  }

  /// What is wrong with the plugins, in their order.
  var findings: [Diagnostic] {
    plugins.flatMap(\.diagnostics)
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, libraries
  }
}

extension ListReport {
  /// The plugins, then the other libraries; no text where there is nothing to show.
  func text(for terminal: Terminal) -> String {
    let plugins = plugins.isEmpty ? "" : pluginTable.text(for: terminal)
    guard let libraries, !libraries.isEmpty else { return plugins }
    var table = TextTable(columns: [.init("NO PLUGIN"), .init("WHAT IT IS", isFlexible: true)])
    table.rows = libraries.map { [.init($0.file), .init($0.reason, .dim)] }
    return plugins + (plugins.isEmpty ? "" : "\n") + table.text(for: terminal)
  }

  /// What to tell the user who sees no plugin.
  var hints: [String] {
    guard plugins.isEmpty else { return [] }
    var hints = [ListReport.nothing(in: directories)]
    if libraries == nil, libraryCount > 0 {
      let noun =
        libraryCount == 1 ? "shared library that is none" : "shared libraries that are none"
      hints.append("  \(libraryCount) \(noun); `host list --all` names them")
    } else if libraryCount == 0 {
      hints.append("  a plugin is a file ending in .so; build one and copy it there")
    }
    return hints + Self.hints(unmarked: unmarked)
  }

  /// What to tell the user who sees no plugin of libraries that were probably meant to be some.
  static func hints(unmarked files: [String]) -> [String] {
    files.map { file in
      "  \(file) uses the framework and has no note: if it is a plugin, its target lacks a "
        + "plugin.json or the build-tool plugin CleansePluginManifest"
    }
  }

  /// What to tell the user of directories without a plugin.
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
    return table
  }

  private static func list(_ names: [String]?) -> String {
    guard let names, !names.isEmpty else { return "-" }
    return names.joined(separator: ", ")
  }
}
