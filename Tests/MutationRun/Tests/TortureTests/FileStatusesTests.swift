import Testing

@testable import torture

@Suite("The status of each file in a round")
struct FileStatusesTests {
  private func statuses(_ plugins: String) throws -> FileStatuses {
    try #require(FileStatuses(Array(#"{"plugins": [\#(plugins)]}"#.utf8)))
  }

  @Test("a file that is rejected, missing or new differs from the quiet run")
  func differences() throws {
    let quiet = try statuses(
      """
      {"file": "a.so", "status": "usable"}, {"file": "b.so", "status": "usable"},
      {"file": "c.so", "status": "rejected", "rejection": "plugin/no-note"}
      """)
    let disturbed = try statuses(
      """
      {"file": "a.so", "status": "rejected", "rejection": "plugin/probe-crashed"},
      {"file": "c.so", "status": "rejected", "rejection": "plugin/no-note"},
      {"file": "d.so", "status": "usable"}
      """)
    #expect(quiet.differences(from: quiet) == [])
    #expect(
      disturbed.differences(from: quiet) == [
        "a.so: plugin/probe-crashed, but usable when quiet", "b.so: missing, but usable when quiet",
        "d.so: usable, but missing when quiet",
      ])
    #expect(disturbed.differences(from: quiet, sparing: ["a.so", "b.so", "d.so"]) == [])
  }

  @Test("an incomplete document is rejected", arguments: ["", "{", "{}", #"{"plugins": [{}]}"#])
  func broken(document: String) {
    #expect(FileStatuses(Array(document.utf8)) == nil)
  }
}
