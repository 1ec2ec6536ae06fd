import Measuring

/// A measurement, by its name on the command line.
enum Row: String, CaseIterable {
  case chain, wide, scoped, threads, link, growth, build, memory, plugins, libraries, operate,
    serve, authoring, fragments, foreign, compile, cleansec

  func measure() throws -> [Figure] {
    switch self {
    case .chain: try UnscopedRows.chain()
    case .wide: try UnscopedRows.wide()
    case .scoped: try ScopedRows.scoped()
    case .threads: try ScopedRows.threads()
    case .link: try LinkRows.link()
    case .growth: try LinkRows.growth()
    case .build: try BuildRow.build()
    case .memory: try LinkRows.memory()
    case .plugins: try PluginRows.plugins()
    case .libraries: try PluginRows.libraries()
    case .operate: try OperateRow.operate()
    case .serve: try ServeRow.serve()
    case .authoring: try AuthoringRow.authoring()
    case .fragments: try FragmentRow.fragments()
    case .foreign: try ForeignRow.foreign()
    case .compile: try CompileRow.compile()
    case .cleansec: try CleansecRow.cleansec()
    }
  }

  func figure(
    _ what: String, _ unit: Figure.Unit, reach: Double? = nil, _ measured: Summary
  ) -> Figure {
    Figure(row: rawValue, what: what, unit: unit, reach: reach, measured: measured)
  }
}
