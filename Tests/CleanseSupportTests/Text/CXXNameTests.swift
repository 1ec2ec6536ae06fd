import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("The name of a C++ symbol")
struct CXXNameTests {
  @Test(
    "is the declaration without its parameters",
    arguments: [
      ("_Z3addii", "add"), ("_ZL3addi", "add"), ("_Z3addIiEvT_", "add"),
      ("_ZN4shop6Basket3addEi", "shop::Basket::add"),
      ("_ZNK4shop6Basket5countEv", "shop::Basket::count"),
      ("_ZN4shop6BasketC1Ev", "shop::Basket::Basket"),
      ("_ZN4shop6BasketD2Ev", "shop::Basket::~Basket"),
      ("_ZN12_GLOBAL__N_13addEi", "(anonymous namespace)::add"),
      ("_ZN4shop4nameB5cxx11Ev", "shop::name"), ("_ZSt4cout", "std::cout"),
      ("_ZTVN4shop6BasketE", "the vtable of shop::Basket"),
      ("_ZTI6Basket", "the type information of Basket"),
      ("_ZTS6Basket", "the type name of Basket"),
    ])
  func names(symbol: String, name: String) {
    #expect(CXXName.of(symbol) == name)
  }

  @Test(
    "is nil for another language, and for a name that is not only identifiers",
    arguments: [
      "", "_", "_Z", "_ZN", "_ZNE", "main", "$s5Words", "_ZSt", "_ZStlsISt11char_traitsIcEE",
      "_ZN4shoplsEi", "_ZN4shop6BasketIiE3addEi", "_ZN4shop", "_ZN4sho", "_Z0", "_Z4sho", "_ZTV",
      "_Z99999999999999999999add", "_ZNSs6appendEv", "_ZZ4mainE1n", "_ZN4shop4nameBEv",
    ])
  func others(symbol: String) {
    #expect(CXXName.of(symbol) == nil)
  }

  @Test("is safe for any input, and no longer than the symbol by much")
  func noise() {
    var generator = SeededGenerator.announced("C++ symbols")
    let alphabet = Array("NKEILSTBVtsC1D0Z_249a🙂".unicodeScalars)
    for _ in 0..<5000 {
      var symbol = "_Z"
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        symbol.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
      }
      let count = CXXName.of(symbol)?.utf8.count ?? 0
      #expect(count <= 6 * symbol.utf8.count + 24, "\(symbol)")
    }
  }
}
