import Foundation

@testable import CleanseC
@testable import CleanseGraph

extension BindingGraph {
  /// Everything that it holds, with the names that are for people, line by line; and what is found of it.
  func text() throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    return try components.map(line)
      + bindings.map { try line($0.withoutReadingsOfC) }
      + reported.map(line) + cNames.bridges.map(line) + cNames.handles.map(line)
      + GraphValidation().diagnostics(of: self).map(line)
  }

  /// How the text differs from that of another graph; nothing where it doesn't.
  func difference(from other: BindingGraph) throws -> String? {
    let conflicts = [self, other].map { $0.reported.map(\.code.rawValue).sorted() }
    guard conflicts[0].isEmpty else {
      // What a name of C means then depends on who is asked, and nothing can be built.
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
  /// That a parameter of C could also be understood as it is written can't be known where a bridge of
  /// somebody else makes it a type of Swift.
  fileprivate var withoutReadingsOfC: Binding {
    guard signature != nil else { return self }
    var binding = self
    for number in requests.indices { binding.requests[number].alternative = nil }
    return binding
  }
}
