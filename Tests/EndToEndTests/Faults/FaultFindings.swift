import Foundation
import Testing

/// What a host says of one fault in its JSON.
struct FaultFindings {
  /// Each code with how much it weighs.
  let codes: [String: String]

  /// - Parameter document: What `host list` or `host validate` writes.
  init(of fault: Fault, in document: [String: Any]) throws {
    let all = try #require(document["plugins"] as? [[String: Any]])
    let plugins = all.filter { fault.names($0["file"] as? String ?? "") }
    let identifiers = plugins.compactMap { $0["identifier"] as? String }.filter { identifier in
      // Some damaged files are of one plugin, and go by the same identifier.
      all.count { $0["identifier"] as? String == identifier } == plugins.count
    }
    let own = plugins.flatMap { $0["diagnostics"] as? [[String: Any]] ?? [] }
    // Those of a document that keeps the findings apart from the plugins.
    let other = (document["findings"] as? [[String: Any]] ?? []).filter { finding in
      let origin = (finding["provenance"] as? [String: Any])?["origin"] as? String
      let words = (finding["message"] as? String ?? "").split(separator: " ")
      return origin.map(identifiers.contains) == true || words.contains { fault.names(String($0)) }
    }
    codes = Dictionary(
      (own + other).map { ($0["code"] as? String ?? "", $0["severity"] as? String ?? "") }
    ) { first, _ in first }
  }

  var errors: [String] { codes.filter { $0.value == "error" }.map(\.key).sorted() }

  /// Expects what the table says: one of the fault's codes, of its weight, and no other error.
  func expect(_ fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let found = fault.codes.filter { codes[$0] == fault.severity }
    #expect(
      fault.codes.isEmpty || !found.isEmpty,
      "\(fault.name): expected \(fault.codes) as \(fault.severity ?? "nothing"), found \(codes)",
      sourceLocation: sourceLocation)
    let surprises = errors.filter { !fault.codes.contains($0) }
    #expect(
      surprises.isEmpty, "\(fault.name) is also told as \(surprises)",
      sourceLocation: sourceLocation)
  }

  /// Expects that no error is told, as what is wrong can't be known yet.
  func expectNone(of fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(
      errors.isEmpty, "\(fault.name) is told as \(errors) too early",
      sourceLocation: sourceLocation)
  }
}
