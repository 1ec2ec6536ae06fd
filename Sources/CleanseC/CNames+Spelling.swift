import CleanseGraph
import CleanseSupport

extension BindingGraph.CNames {
  package func typeName(near key: Key) -> String? {
    guard let star = key.typeName.firstIndex(of: "*") else { return nil }
    let name = String(key.typeName[..<star].prefix { $0 != " " })
    let known = bridges.map(\.name)
    guard !name.isEmpty, !known.contains(name) else { return nil }
    let others = known + handles.map(\.name).filter { $0 != name }
    // Contracts usually prefix the names of their handles: `command *` for `cleanse_command *`.
    let near =
      NearestNames.first(name, among: others)
      ?? others.first { $0.hasSuffix("_\(name)") || name.hasSuffix("_\($0)") }
    return near.map { $0 + key.typeName.dropFirst(name.count) }
  }
}
