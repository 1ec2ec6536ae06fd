import Foundation
import Testing

/// The findings about one fault in the JSON output of the host.
struct FaultFindings {
  /// Each code with its severity.
  let codes: [String: String]

  /// - Parameter document: The output of `host list` or `host validate`.
  init(of fault: Fault, in document: [String: Any]) throws {
    let all = try #require(document["plugins"] as? [[String: Any]])
    let plugins = all.filter { fault.names($0["file"] as? String ?? "") }
    let identifiers = plugins.compactMap { $0["identifier"] as? String }.filter { identifier in
      // Some damaged files have the identifier of the same plugin.
      all.count { $0["identifier"] as? String == identifier } == plugins.count
    }
    let own = plugins.flatMap { $0["diagnostics"] as? [[String: Any]] ?? [] }
    // The findings of a document that lists them separately from the plugins.
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

  /// Expects what the table lists: one of the fault's codes, with its severity, and no other error.
  func expect(_ fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let found = fault.codes.filter { codes[$0] == fault.severity }
    #expect(
      fault.codes.isEmpty || !found.isEmpty,
      "\(fault.name): expected \(fault.codes) as \(fault.severity ?? "nothing"), found \(codes)",
      sourceLocation: sourceLocation)
    let surprises = errors.filter { !fault.codes.contains($0) }
    #expect(
      surprises.isEmpty, "\(fault.name) is also reported as \(surprises)",
      sourceLocation: sourceLocation)
  }

  /// Expects one of the fault's codes, with its severity or a higher one, or that the sandbox refused what it does.
  func expectConfined(_ fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let isDenied = codes["plugin/denied"] == "error"
    let isFound = fault.codes.contains { codes[$0] == fault.severity || codes[$0] == "error" }
    #expect(
      fault.codes.isEmpty || isFound || isDenied,
      "\(fault.name): expected \(fault.codes) as \(fault.severity ?? "nothing"), found \(codes)",
      sourceLocation: sourceLocation)
    #expect(!fault.isError || !errors.isEmpty, "\(fault.name)", sourceLocation: sourceLocation)
  }

  /// Expects no error, because the fault can't be detected yet.
  func expectNone(of fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(
      errors.isEmpty, "\(fault.name) is reported as \(errors) too early",
      sourceLocation: sourceLocation)
  }
}
