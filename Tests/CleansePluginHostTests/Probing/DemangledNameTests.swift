import Testing

@testable import CleansePluginHost

@Suite("The name of a function")
struct DemangledNameTests {
  @Test("of Swift is the declaration")
  func swift() {
    #expect(DemangledName.of("$sSS5countSivg") == "Swift.String.count.getter : Swift.Int")
  }

  @Test(
    "of another language, and what only looks like Swift, stays as it is",
    arguments: ["", "main", "_ZN3foo3barEv", "$", "$s", "$sX", "$s🙂", "s5Words", " $sSS5countSivg"])
  func others(symbol: String) {
    #expect(DemangledName.of(symbol) == symbol)
  }

  @Test("can be anything")
  func noise() {
    var generator = SeededGenerator(test: "symbols")
    let alphabet = Array("SsaAyXDGtTFvgsc0159_WlIeKzmMd$qQR".unicodeScalars)
    for _ in 0..<5000 {
      var symbol = "$s"
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        symbol.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
      }
      #expect(!DemangledName.of(symbol).isEmpty)
    }
    for deep in ["Say", "yy", "G", "Sg", "_p", "xq_"] {
      let symbol = "$s" + String(repeating: deep, count: 4000 / deep.utf8.count)
      #expect(!DemangledName.of(symbol).isEmpty)
    }
  }
}
