@testable import CleansePluginHost
@testable import CleansePluginLoading
import Foundation
import Testing

@Suite("Members of graph documents")
struct GraphDocumentMemberTests {
  /// A step from a value to a value inside it.
  private enum Step {
    case member(String)
    case element(Int)
  }

  private static var others: [Any] {
    [
      NSNull(), true, -1, 9_223_372_036_854_775_807 as Int, 0.5, "x", [[1]], ["x": 1],
    ]
  }

  @Test(
    "an absent member or one of another type is an error, or leaves a document that can be linked")
  func replaced() throws {
    let whole = try JSONSerialization.jsonObject(with: Data(SampleDocument.full.utf8))
    var (errors, documents) = (0, 0)
    for path in Self.paths(in: whole) {
      for other in Self.others.map(Optional.some) + [nil] {
        let changed = Self.replacing(path[...], in: whole, by: other)
        guard let changed, JSONSerialization.isValidJSONObject(changed) else { continue }
        let bytes = Array(try JSONSerialization.data(withJSONObject: changed))
        do throws(GraphDocumentDefect) {
          Self.use(try GraphDocument(json: bytes))
          documents += 1
        } catch {
          #expect(!error.predicate.isEmpty && !error.predicate.contains("\n"))
          errors += 1
        }
      }
    }
    #expect(errors > 1_000 && documents > 100, "\(errors) errors, \(documents) documents")
  }

  /// A document that can be read can also be linked, validated, queried and written.
  private static func use(_ document: GraphDocument) {
    do {
      let combined = try CombinedGraph(linking: [document])
      _ = combined.without(["org.example.words"])
      _ = try CombinedGraph(linking: [document, document])
      let bytes = try GraphDocument(combined).json()
      _ = try GraphDocument(json: bytes)
    } catch {
      Issue.record("\(error)")
    }
  }

  private static func paths(in value: Any) -> [[Step]] {
    var paths: [[Step]] = []
    var open: [([Step], Any)] = [([], value)]
    while let (path, value) = open.popLast() {
      if !path.isEmpty { paths.append(path) }
      if let members = value as? [String: Any] {
        for (name, value) in members { open.append((path + [.member(name)], value)) }
      } else if let elements = value as? [Any] {
        for (index, value) in elements.enumerated() {
          open.append((path + [.element(index)], value))
        }
      }
    }
    return paths
  }

  /// - Parameter other: The replacement; nil removes the value.
  private static func replacing(_ path: ArraySlice<Step>, in value: Any, by other: Any?) -> Any? {
    switch path.first {
    case nil: return other
    case .member(let name):
      guard var members = value as? [String: Any], let inner = members[name] else { return nil }
      members[name] = replacing(path.dropFirst(), in: inner, by: other)
      return members
    case .element(let index):
      guard var elements = value as? [Any] else { return nil }
      if let new = replacing(path.dropFirst(), in: elements[index], by: other) {
        elements[index] = new
      } else {
        elements.remove(at: index)
      }
      return elements
    }
  }
}
