import CleanseTestSupport
import Foundation
import Testing

/// Runs the application that was written for the published framework.
@Suite("An application of the published framework", .blocking)
struct PublishedApplicationTests {
  @Test("prints what it printed there, but for the documented differences")
  func output() throws {
    let there = try String(
      contentsOf: Build.root.appending(path: "Examples/Ferry/published-output.txt"),
      encoding: .utf8)
    let directory = try TemporaryDirectory()
    let here = try Shell.run(
      "\"$FERRY\"", in: directory,
      environment: ["FERRY": Build.products.appending(path: "Ferry").path(percentEncoded: false)])
    let changes = here.split(separator: "\n").difference(from: there.split(separator: "\n"))
    let mail = "  mail filed as no. 109 at 12:20: 8 sent, Norrvik Ferries to Circus: see you on N2"
    #expect(
      changes.removals.map(\.text) == [
        // Contributions of a subcomponent came before those of its ancestors.
        mail,
        // The component factory kept the drawers of counters that had been closed.
        "  drawers: Ida 274.95 EUR, Jon 208.20 EUR", "  cash: 483.15 EUR",
      ])
    #expect(changes.insertions.map(\.text) == ["  drawers: ", "  cash: 0.00 EUR", mail])
  }
}

extension CollectionDifference<Substring>.Change {
  fileprivate var text: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): String(line)
    }
  }
}
