import CleanseSupport
import CleansePluginMetadata
import CleanseTestSupport

/// Generates valid but unusual notes.
struct RandomNote {
  var generator: SeededGenerator

  mutating func next() throws -> PluginNote {
    let language = pick(["swift", "c"])
    return PluginNote(
      manifest: try PluginManifest(
        identifier: identifier(),
        version: SemanticVersion(version()),
        summary: line(),
        authors: (0..<Int.random(in: 1...3, using: &generator)).map { _ in line() },
        module: Bool.random(using: &generator) ? pick(["A", "_x.Größe", "M.N.O9"]) : nil,
        contributes: Array(["TextFilter", "Command", "日本"].shuffled(using: &generator).prefix(2)),
        requires: (0..<Int.random(in: 0...3, using: &generator)).map {
          PluginRequirement(identifier: "r\($0)." + identifier(), range: try VersionRange(range()))
        },
        needs: try SystemAccess(reading: Bool.random(using: &generator) ? ["/" + line()] : [])),
      stamp: ABIStamp(
        abi: Int.random(in: 1...9, using: &generator), architecture: pick(["x86_64", "aarch64"]),
        language: language, framework: language == "c" ? nil : version(),
        interface: language == "c" ? nil : "0123456789abcdef",
        compiler: language == "c" ? nil : line(),
        revision: Bool.random(using: &generator) ? line() : nil),
      entry: Bool.random(using: &generator) ? pick(["f", "_", "a9_Z"]) : nil,
      sources: Bool.random(using: &generator) ? ["A": "Sources/A", "A/B.swift": line()] : [:])
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  private mutating func identifier() -> String {
    (0..<Int.random(in: 2...4, using: &generator)).map { _ in
      pick(["org", "x", "a-b", "9", "Cleanse", "3--4"])
    }.joined(separator: ".")
  }

  private mutating func version() -> String {
    let numbers = (0..<3).map { _ in pick(["0", "1", "20", "\(Int.max)"]) }.joined(separator: ".")
    return numbers + pick(["", "-rc.1", "-0.x-y.99999999999999999999999"])
      + pick(["", "+007", "+a.-.b"])
  }

  /// At most two comparators: three of the longest would exceed the 255 bytes of a range.
  private mutating func range() -> String {
    (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      pick([">=", "<=", "<", ">", "=", ""]) + version()
    }.joined(separator: pick([" ", "  "]))
  }

  /// At most twelve characters of 18 bytes, which is within the 255 bytes of a line.
  private mutating func line() -> String {
    (0..<Int.random(in: 1...12, using: &generator)).map { _ in
      pick(["a", "\"", "\\", "/", "é", "e\u{301}", "👩‍👩‍👧", "\u{FFFD}", "{", "]", "\u{10FFFF}", "<"])
    }.joined()
  }
}
