import Glibc
import Testing

/// Compares a text with `Golden/NAME.golden`, so that a change of wording is seen in review.
///
/// With `CLEANSE_UPDATE_GOLDEN=1` in the environment it writes the file instead.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let path = goldenDirectory + "/\(name).golden"
  let text = text + "\n"
  if getenv("CLEANSE_UPDATE_GOLDEN").map({ String(cString: $0) }) == "1" {
    #expect(
      writeFile(path, Array(text.utf8)), "\(path) can't be written", sourceLocation: sourceLocation)
    return
  }
  guard let bytes = readFile(path) else {
    Issue.record(
      "\(path) is missing; run the tests with CLEANSE_UPDATE_GOLDEN=1 and review what it writes",
      sourceLocation: sourceLocation)
    return
  }
  #expect(text == String(decoding: bytes, as: UTF8.self), sourceLocation: sourceLocation)
}

/// The golden files lie beside this target's sources.
private let goldenDirectory: String = {
  let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  return parts.dropLast(2).joined(separator: "/") + "/Golden"
}()
