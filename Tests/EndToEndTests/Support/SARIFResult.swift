import Foundation
import Testing

/// A result of a SARIF log.
struct SARIFResult {
  let code: String
  /// The files that it names, its own first.
  let files: [String]
  /// The locations with a line, as `FILE:LINE`.
  let locations: [String]

  private init(_ result: [String: Any]) {
    let found = ["locations", "relatedLocations"]
      .flatMap { result[$0] as? [[String: Any]] ?? [] }
      .compactMap { $0["physicalLocation"] as? [String: Any] }
      .map { location in
        let artifact = location["artifactLocation"] as? [String: Any]
        let region = location["region"] as? [String: Any]
        return (file: artifact?["uri"] as? String ?? "", line: region?["startLine"] as? Int)
      }
    code = result["ruleId"] as? String ?? ""
    files = found.map(\.file)
    locations = found.compactMap { location in location.line.map { "\(location.file):\($0)" } }
  }

  static func all(in log: String) throws -> [SARIFResult] {
    let document = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any]
    let runs = try #require(document?["runs"] as? [[String: Any]])
    return try #require(runs.first?["results"] as? [[String: Any]]).map(SARIFResult.init)
  }
}
