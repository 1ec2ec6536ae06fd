import Foundation
import Testing

/// Compares the text with the golden file of that name; with `CLEANSE_UPDATE_GOLDEN=1` in the
/// environment, writes the file instead, for its change to be seen in review.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/\(name).golden")
  if ProcessInfo.processInfo.environment["CLEANSE_UPDATE_GOLDEN"] == "1" {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text == golden, sourceLocation: sourceLocation)
}
