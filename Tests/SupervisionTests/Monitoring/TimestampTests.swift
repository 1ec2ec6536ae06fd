import CleanseSupervision
import Glibc
import Testing

@Suite("Times of the day in results")
struct TimestampTests {
  @Test(
    "are those of RFC 3339 in UTC, whatever the time zone",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_827_696, "2000-02-29T12:34:56Z"),
      (1_795_564_740, "2026-11-24T23:59:00Z"), (-1, "1970-01-01T00:00:00Z"),
      (.max, "9999-12-31T23:59:59Z"),
    ])
  func text(seconds: Int, text: String) {
    #expect(Timestamp.text(ofSeconds: seconds) == text)
  }

  @Test("now is that of the system")
  func now() {
    let before = Int(time(nil))
    #expect((before...before + 60).contains(Timestamp.now()))
  }
}
