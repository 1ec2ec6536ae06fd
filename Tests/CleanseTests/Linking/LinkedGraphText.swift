import Foundation

@testable import CleanseC
@testable import CleanseGraph

extension BindingGraph {
  /// The contents of the graph, with names for people, line by line; and its findings.
  func text() throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    return try components.map(line)
      + bindings.map { try line($0.withoutCReadings) }
      + reported.map(line) + cNames.bridges.map(line) + cNames.handles.map(line)
      + GraphValidation().diagnostics(of: self).map(line)
  }

  /// The difference from another graph's text; nil if there is none.
  func difference(from other: BindingGraph) throws -> String? {
    let conflicts = [self, other].map { $0.reported.map(\.code.rawValue).sorted() }
    guard conflicts[0].isEmpty else {
      // The meaning of a C name then depends on the requester, and the graph can't be built.
      return conflicts[0] == conflicts[1] ? nil : "conflicts: \(conflicts)"
    }
    let (own, others) = (try text(), try other.text())
    guard own != others else { return nil }
    let (missing, added) = (
      others.filter { !own.contains($0) }, own.filter { !others.contains($0) }
    )
    return (missing.map { "- \($0)" } + added.map { "+ \($0)" }).joined(separator: "\n")
      + (missing.isEmpty && added.isEmpty ? "another order, or something twice" : "")
  }
}

extension Binding {
  /// A linked graph does not record that a C parameter could also be read as written if another contributor's
  /// bridge makes it a Swift type.
  fileprivate var withoutCReadings: Binding {
    guard signature != nil else { return self }
    var binding = self
    for number in requests.indices { binding.requests[number].alternatives = [] }
    return binding
  }
}
