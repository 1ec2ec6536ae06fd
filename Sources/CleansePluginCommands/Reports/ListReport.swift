import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// The result of `host list`.
struct ListReport: CommandReport {
  /// A shared library without the marks of a plugin.
  struct Library: Encodable, Sendable {
    let file: String
    /// What the file is instead.
    let reason: String
  }

  let schema = "cleanse-list/1"
  let directories: [String]
  /// The directories or the graph file of the host that the plugins are compared with; nil for this host.
  let against: [String]?
  /// The stamp of that host.
  let host: ABIStamp?
  let plugins: [PluginEntry]
  /// The contracts of the plugins' libraries and headers, and of the other libraries in the directories; nil for none.
  let contracts: [ContractEntry]?
  /// The libraries that are not plugins; unless all are requested, those that were probably meant to be plugins, and nil
  /// if there are none.
  let libraries: [Library]?
  /// The number of such libraries, whether or not requested.
  let libraryCount: Int
  /// The libraries that were not inspected, because of their names or locations.
  private let overlooked: [OverlookedLibrary]
  /// The libraries that were probably meant to be plugins.
  private let unmarked: [UnmarkedLibrary]
  private let showsAll: Bool
  /// Those of several directories that have no plugin.
  private let emptyDirectories: [String]
  /// Whether the other host has no framework of its own.
  private let lacksFramework: Bool

  /// - Parameters:
  ///   - against: The paths that describe another host, if any.
  ///   - other: That host.
  init(
    directories: [String], inspections: [PluginInspection], all: Bool, against: [String] = [],
    _ other: OtherHost? = nil
  ) {
    self.against = other.map { _ in against }
    host = other.map { $0.framework?.stamp ?? .host }
    lacksFramework = other != nil && other?.framework == nil
    let contracts = ContractEntry.all(of: inspections)
    self.contracts = contracts.isEmpty ? nil : contracts
    self.directories = directories
    emptyDirectories = AbsenceValidator.emptyDirectories(in: inspections, of: directories)
    plugins = inspections.compactMap(PluginEntry.init)
    let libraries = inspections.compactMap { inspection -> Library? in
      guard case .notAPlugin(let reason) = inspection.outcome else { return nil }
      return Library(file: inspection.file.path, reason: reason)
    }
    let unmarked = UnmarkedLibrary.all(in: inspections)
    let unmarkedPaths = unmarked.map(\.path)
    let shown = all ? libraries : libraries.filter { unmarkedPaths.contains($0.file) }
    libraryCount = libraries.count
    overlooked = all || plugins.isEmpty ? OverlookedLibrary.all(in: directories) : []
    let others = all ? overlooked.map { Library(file: $0.path, reason: $0.reason) } : []
    self.libraries = all || !shown.isEmpty ? shown + others : nil
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
    case schema, directories, against, host, plugins, contracts, libraries
  }
}

extension ListReport {
  /// The plugins, including those without their note, then the other libraries; empty if there are none.
  func text(for terminal: Terminal) -> String {
    let unmarkedPaths = unmarked.map(\.path)
    let others = libraries?.filter { !unmarkedPaths.contains($0.file) } ?? []
    var otherTable = TextTable(columns: [.init("NOT A PLUGIN"), .init("REASON", .prose)])
    otherTable.rows = others.map { [.init($0.file), .init($0.reason, .dim)] }
    return [pluginTable, contractTable, otherTable].filter { !$0.rows.isEmpty }
      .map { $0.text(for: terminal) }.joined(separator: "\n")
  }

  /// The hints if no plugin was found, in all directories or in one, or a library was probably meant to be one.
  var hints: [String] {
    guard plugins.isEmpty else {
      return frameworkHints + emptyDirectories.map { Self.nothing(in: [$0]) }
        + Self.hints(unmarked: unmarked)
    }
    var hints = [ListReport.nothing(in: directories)]
    if !showsAll, libraryCount > unmarked.count {
      let noun =
        libraryCount == 1 ? "shared library is not a plugin" : "shared libraries are not plugins"
      hints.append(
        "  \(libraryCount) \(noun); `host list --all` shows \(libraryCount == 1 ? "it" : "them")"
      )
    } else if libraryCount == 0, overlooked.isEmpty {
      hints.append("  a plugin is a file ending in .so; build one and copy it there")
    }
    if !showsAll { hints += overlooked.hints.map { "  " + $0 } }
    return hints + Self.hints(unmarked: unmarked).map { "  " + $0 }
  }

  /// The hints for libraries that were probably meant to be plugins.
  static func hints(unmarked libraries: [UnmarkedLibrary]) -> [String] {
    libraries.map { "\($0.path) \($0.finding): if it is a plugin, \($0.cause)" }
  }

  /// The message for directories without a plugin.
  static func nothing(in directories: [String]) -> String {
    "no plugin in \(directories.joined(separator: ", "))"
  }

  private var pluginTable: TextTable {
    var table = TextTable(columns: [
      .init("IDENTIFIER"), .init("VERSION"), .init("SUMMARY", .prose, isOptional: true),
      .init("LANGUAGE", isOptional: true), .init("CONTRIBUTES", .prose, isOptional: true),
      .init("STATUS"),
    ])
    table.rows = plugins.map { plugin in
      [
        .init(plugin.name, .bold), .init(plugin.version ?? "-"), .init(plugin.summary ?? "-"),
        .init(plugin.language ?? "-"), .init(Self.list(plugin.contributes)), plugin.statusCell,
      ]
    }
    table.rows += unmarked.map { library in
      [.init(lastComponent(of: library.path), .bold)] + (1...4).map { _ in .init("-") }
        + [.init("not a plugin: no note", .yellow)]
    }
    return table
  }

  private var contractTable: TextTable {
    var table = TextTable(columns: [
      .init("CONTRACT"), .init("VERSION"), .init("USED BY", isOptional: true),
      .init("LIBRARY", .name, isOptional: true),
    ])
    table.rows = (contracts ?? []).map { contract in
      [
        .init(contract.identifier, .bold), .init(contract.version),
        .init(FindingReport.counted(contract.users.count, "plugin")),
        .init(contract.file ?? "-"),
      ]
    }
    return table
  }

  private var frameworkHints: [String] {
    guard lacksFramework, let against else { return [] }
    return [
      "no libCleanseRuntime.so in \(against.joined(separator: ", ")): using the framework of this host"
    ]
  }

  private static func list(_ names: [String]?) -> String {
    guard let names, !names.isEmpty else { return "-" }
    return names.joined(separator: ", ")
  }
}
