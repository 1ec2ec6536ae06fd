@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("The demangled name of a function")
struct DemangledNameTests {
  @Test(
    "is the declaration for a Swift symbol",
    arguments: [
      ("$s5Words9WordTallyV3addyySSF", "Words.WordTally.add"),
      ("$s5Words0A5TallyV3addyySSF", "Words.WordsTally.add"),
      ("$s5Words0A5TallyV05countB0yySSF", "Words.WordsTally.countTally"),
      ("$s3App6ServerC5InnerO4stopyyF", "App.Server.Inner.stop"),
      ("$s5Words4readyySSF", "Words.read"),
      ("$s5Words9WordTallyVACycfC", "Words.WordTally"),
    ])
  func swift(symbol: String, name: String) {
    #expect(DemangledName.of(symbol) == name)
  }

  @Test("is the function for a C++ symbol")
  func cxx() {
    #expect(DemangledName.of("_ZN4shop6Basket3addEi") == "shop::Basket::add")
  }

  @Test(
    "is the symbol itself for another language, and for what only looks like Swift",
    arguments: [
      "", "main", "_ZN3foo3barIiEEvT_", "$", "$s", "$sX", "$s🙂", "s5Words", " $sSS5countSivg",
      "$sSS5countSivg", "$s5Words", "$s5Word", "$s0A1B", "$s99999999999999999999Words",
      // The runtime ends the process over this one.
      "$sRvs9lRvKDKq1_TI",
    ])
  func others(symbol: String) {
    #expect(DemangledName.of(symbol) == symbol)
  }

  // The name of this symbol had 10 GB.
  @Test("is the symbol itself if the name would be far longer")
  func repeatedWords() {
    let word = String(repeating: "a", count: 100_000)
    let symbol = "$s4Main100000\(word)0\(word)A0V"
    #expect(DemangledName.of(symbol) == symbol)
    let short = String(repeating: "a", count: 100)
    let many = "$s4Main100\(short)" + String(repeating: "0aV", count: 1000)
    #expect(DemangledName.of(many).utf8.count < 5000)
  }

  @Test("is safe for any input")
  func noise() {
    var generator = SeededGenerator.announced("symbols")
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
