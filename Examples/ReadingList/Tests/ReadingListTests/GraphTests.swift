import Cleanse
import XCTest

/// The test of all graphs, for projects that use XCTest.
final class GraphTests: XCTestCase {
  func testGraphs() {
    XCTAssertEqual(RootComponents.validateAll(in: "ReadingList"), [])
  }
}
