import CleanseSupport
import Testing

@Suite("Cutting texts")
struct CuttingTests {
  @Test("keeps whole scalars, and marks the cut")
  func cut() {
    #expect("words".cut(to: 5) == "words")
    #expect("words".cut(to: 3) == "wor…")
    #expect("aé€😀".cut(to: 10) == "aé€😀")
    #expect("aé€😀".cut(to: 9) == "aé€…")
    #expect("aé€😀".cut(to: 4) == "aé…")
    #expect("aé€😀".cut(to: 2) == "a…")
    #expect("é".cut(to: 0) == "…")
    #expect("".cut(to: 0) == "")
  }
}
