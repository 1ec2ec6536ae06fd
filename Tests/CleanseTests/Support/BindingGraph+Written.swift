import Foundation

@testable import CleanseC
@testable import CleanseGraph

extension BindingGraph {
  /// The graph, written as JSON and read again.
  func written() throws -> BindingGraph {
    let decoder = JSONDecoder()
    decoder.userInfo = .graphsWithC
    return try decoder.decode(BindingGraph.self, from: JSONEncoder().encode(self))
  }
}
