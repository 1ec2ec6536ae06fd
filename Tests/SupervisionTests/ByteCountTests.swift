@testable import CleanseSupervision
import Testing

@Suite("Sizes of memory")
struct ByteCountTests {
  @Test(
    "are read with a unit",
    arguments: [
      ("500M", 500 << 20), ("2G", 2 << 30), ("512MiB", 512 << 20), ("1T", 1 << 40), ("0K", 0),
      ("16777215T", 16_777_215 << 40),
    ] as [(String, UInt64)])
  func reading(text: String, bytes: UInt64) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "M", "500", "-1M", "+1M", "1.5G", "1 M", "1m", "1MB", "16777216T", "0x1M", "MiB",
    ])
  func mistakes(text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(
    "are written in MiB",
    arguments: [
      (0, "0 MiB"), (500 << 20, "500 MiB"), ((500 << 20) + 600_000, "500.5 MiB"),
      (UInt64.max, "17592186044415.9 MiB"),
    ] as [(UInt64, String)])
  func writing(bytes: UInt64, text: String) {
    #expect(ByteCount(bytes).description == text)
  }
}
