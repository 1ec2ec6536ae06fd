import CleansePluginLoading
@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("The frame of a probe result")
struct ProbeFrameTests {
  private static func nonce(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<ProbeFrame.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func content(of bytes: [UInt8], nonce: [UInt8]) -> ProbeFrame.Content {
    ProbeFrame.content(of: bytes, nonce: nonce).content
  }

  private static func isResult(_ content: ProbeFrame.Content) -> Bool {
    if case .result = content { true } else { false }
  }

  @Test("returns exactly the bytes that were put into it")
  func roundTrip() {
    var generator = SeededGenerator.announced("frames")
    for size in [0, 1, 2, 7, 8, 9, 255, 256, 65_535, 70_000] {
      let nonce = Self.nonce(&generator)
      let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let frame = ProbeFrame.bytes(of: payload, nonce: nonce)
      #expect(Self.content(of: frame, nonce: nonce) == .result(payload))
      #expect(Self.content(of: frame, nonce: Self.nonce(&generator)) == .forged)
      #expect(Self.content(of: frame, nonce: []) == .forged)
      #expect(Self.content(of: frame + frame, nonce: nonce) == .forged)
    }
  }

  @Test("comes after announcements of validators, of which the last one counts")
  func announcements() {
    var generator = SeededGenerator.announced("announcements")
    let nonce = Self.nonce(&generator)
    func frame(_ name: String?) -> [UInt8] {
      ProbeFrame.bytes(
        of: name.map { RunningValidator(name: $0, origin: "org.example.a") }, nonce: nonce)
    }
    let result = ProbeFrame.bytes(of: [1, 2, 3], nonce: nonce)
    let ended = ProbeFrame.content(of: frame("a") + frame("b") + frame(nil) + result, nonce: nonce)
    #expect(ended.content == .result([1, 2, 3]) && ended.validator == nil)
    let running = ProbeFrame.content(of: frame("a") + frame("b"), nonce: nonce)
    #expect(running.content == .nothing && running.validator?.name == "b")
    let both = frame("a") + frame("b")
    for count in frame("a").count + 1..<both.count {
      let cut = ProbeFrame.content(of: Array(both.prefix(count)), nonce: nonce)
      #expect(cut.content == .forged && cut.validator?.name == "a")
    }
    #expect(Self.content(of: both, nonce: Self.nonce(&generator)) == .forged)
    #expect(Self.content(of: result + frame("a"), nonce: nonce) == .forged)
  }

  @Test("is invalid with a byte removed, inserted or doubled")
  func lengths() {
    var generator = SeededGenerator.announced("damaged frames")
    for _ in 0..<20 {
      let nonce = Self.nonce(&generator)
      let payload = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let frame = ProbeFrame.bytes(of: payload, nonce: nonce)
      for offset in frame.indices {
        let cut = Array(frame[..<offset])
        #expect(Self.content(of: cut, nonce: nonce) == (offset == 0 ? .nothing : .forged))
        var less = frame
        less.remove(at: offset)
        #expect(Self.content(of: less, nonce: nonce) == .forged)
        var doubled = frame
        doubled.insert(frame[offset], at: offset)
        #expect(Self.content(of: doubled, nonce: nonce) == .forged)
        var more = frame
        more.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
        #expect(Self.content(of: more, nonce: nonce) == .forged)
      }
      let byte = UInt8.random(in: 0...255, using: &generator)
      #expect(Self.content(of: frame + [byte], nonce: nonce) == .forged)
    }
  }

  @Test("is invalid with a changed byte before its payload, which its reader checks")
  func changes() {
    var generator = SeededGenerator.announced("changed frames")
    let nonce = Self.nonce(&generator)
    let payload = Array("a payload".utf8)
    let frame = ProbeFrame.bytes(of: payload, nonce: nonce)
    let head = frame.count - payload.count
    for offset in frame.indices {
      for bit in 0..<8 {
        var changed = frame
        changed[offset] ^= 1 << bit
        let content = Self.content(of: changed, nonce: nonce)
        #expect(content == (offset < head ? .forged : .result(Array(changed[head...]))))
      }
    }
  }

  @Test("is invalid with a size beyond all memory")
  func sizes() {
    let nonce = [UInt8](repeating: 7, count: ProbeFrame.nonceSize)
    for size in [UInt64.max, 1 << 63, UInt64(Int.max), UInt64(Int.max) + 1, 1 << 32] {
      let frame = ProbeFrame.magic + nonce + ProbeFrame.littleEndian(size)
      #expect(Self.content(of: frame, nonce: nonce) == .forged)
    }
  }

  @Test("differs from a crash report, and vice versa")
  func crash() throws {
    var generator = SeededGenerator.announced("frames of crashes")
    let nonce = Self.nonce(&generator)
    let report = Array("CLNSCRSH".utf8) + nonce + Array("11 1 8\n/p.so\tf\t4\n".utf8)
    guard case .crash(let read) = Self.content(of: report, nonce: nonce) else {
      Issue.record("the report is not read")
      return
    }
    #expect(read.signal == 11 && read.frames.count == 1)
    #expect(Self.content(of: report, nonce: Self.nonce(&generator)) == .forged)
    #expect(
      Self.content(of: Array("CLNSCRSH".utf8) + nonce, nonce: nonce) == .forged)
    let result = ProbeFrame.bytes(of: Array("11 1 8\n".utf8), nonce: nonce)
    for mixed in [report + result, result + report] {
      #expect(!Self.isResult(Self.content(of: mixed, nonce: nonce)))
    }
  }

  @Test("is never found in noise")
  func noise() {
    var generator = SeededGenerator.announced("noise for frames")
    for _ in 0..<2000 {
      let nonce = Self.nonce(&generator)
      var bytes = (0..<Int.random(in: 1..<80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // The best guess without the nonce.
      if Bool.random(using: &generator) { bytes = ProbeFrame.magic + bytes }
      #expect(Self.content(of: bytes, nonce: nonce) == .forged)
    }
  }
}
