@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("The crash report")
struct CrashReportTests {
  private static let text =
    "11 1 18446744073709551615\n/lib/libc.so.6\tabort\t12\n/p/words.so\t$s5Words\t7\n\t\t140737\n"

  private func read(_ text: String) -> CrashReport? { CrashReport(text.utf8) }

  @Test("has the signal, its code, the address and the frames, the innermost first")
  func whole() throws {
    let report = try #require(read(Self.text))
    #expect(report.signal == 11 && report.code == 1 && report.address == .max)
    #expect(
      report.frames == [
        .init(library: "/lib/libc.so.6", symbol: "abort", offset: 12),
        .init(library: "/p/words.so", symbol: "$s5Words", offset: 7),
        .init(library: "", symbol: "", offset: 140737),
      ])
    #expect(report.frame(in: ["/p/words.so"])?.symbol == "$s5Words")
    #expect(report.frame(in: [])?.symbol == "abort")
    #expect(try #require(read("6 4294967290 0\n")).code == -6)
    #expect(try #require(read("6 0 0")).frame(in: ["x"]) == nil)
  }

  @Test("has the names that were found before the lookup ended")
  func names() throws {
    let plain = "11 1 8\n/lib/libc.so.6\t\t12\t12\n/p/words.so\t\t99\t98\n"
    let named = plain + "names\n/lib/libc.so.6\tabort\t3\t12\n"
    #expect(try #require(read(plain)).frames.map(\.symbol) == ["", ""])
    #expect(try #require(read(plain)).frames.map(\.address) == [12, 98])
    #expect(try #require(read(named)).frames.map(\.symbol) == ["abort", ""])
    #expect(
      try #require(read(named + "/p/words.so\tf\t4\t98\nend\n")).frames.map(\.symbol)
        == ["abort", "f"])
  }

  // A plugin that had written 26,000 frames kept the supervisor busy for minutes.
  @Test("has at most as many frames as a process reports")
  func forged() throws {
    let frames = String(repeating: "/p/words.so\tf\t4\t98\n", count: 20_000)
    #expect(try #require(read("11 1 8\n" + frames)).frames.count == 48)
    #expect(try #require(read("11 1 8\n" + frames + "names\n" + frames)).frames.count == 48)
    let empty = String(repeating: "\t\t0\n", count: 200_000)
    #expect(try #require(read("11 1 8\n" + empty)).frames.count == 48)
  }

  @Test("that is cut off anywhere has the whole frames before the cut, or is absent")
  func cut() throws {
    let bytes = Array(Self.text.utf8)
    let whole = try #require(CrashReport(bytes))
    for count in bytes.indices {
      guard let report = CrashReport(bytes[..<count]) else {
        #expect(count < 6)
        continue
      }
      #expect(report.frames.count <= whole.frames.count)
      for (frame, original) in zip(report.frames, whole.frames) {
        #expect(frame.library == original.library && frame.symbol == original.symbol)
      }
    }
  }

  @Test(
    "is absent without its first line",
    arguments: [
      "", "\n", "\n\n\n", "11", "11 1", "11 1 8 9", "a b c", "11 -1 8", "99999999999 0 0",
      "1 1 99999999999999999999", "\u{0}", "/p.so\tf\t4\n", "11\t1\t8\n", "1\u{301} 1 1",
    ])
  func garbage(text: String) {
    #expect(read(text) == nil)
  }

  @Test("ignores lines that are not frames")
  func lines() throws {
    let report = try #require(
      read("11 1 8\nx\ty\n\t\t\na\tb\tc\na\tb\t-1\na\tb\t1\tc\n\n\n/p.so\tf\t4\r\n/p.so\tg\t5\n"))
    #expect(report.frames == [.init(library: "/p.so", symbol: "g", offset: 5)])
  }

  @Test("is read from arbitrary bytes without harm")
  func noise() {
    var generator = SeededGenerator.announced("reports of crashes")
    let pieces: [[UInt8]] = [
      Array("11 1 8".utf8), [10], [9], [32], [0], [0xFF, 0xFE], Array("/p.so".utf8),
      Array("$s".utf8), Array("18446744073709551616".utf8), Array("\u{301}".utf8), [13, 10],
      Array("$sSayytG".utf8), [UInt8](repeating: 0x79, count: 5000),
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = Bool.random(using: &generator) ? Array("11 1 8\n".utf8) : []
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        bytes += pieces.randomElement(using: &generator) ?? []
      }
      guard let report = CrashReport(bytes) else { continue }
      for frame in report.frames {
        #expect(!frame.library.utf8.contains(9) && !frame.symbol.utf8.contains(10))
        #expect(!DemangledName.of(frame.symbol).isEmpty || frame.symbol.isEmpty)
      }
    }
  }
}
