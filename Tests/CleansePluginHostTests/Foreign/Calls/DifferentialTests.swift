@testable import CleansePluginCABI
import CleanseTestSupport
import Glibc
import Testing

@Suite("libffi against the compiler")
struct DifferentialTests {
  /// The number of calls per way and compiler; `CLEANSE_CALL_COUNT` sets another one.
  private static let count =
    getenv("CLEANSE_CALL_COUNT").flatMap { Int(String(cString: $0)) } ?? 3_000

  @Test(
    "a function gets the same from libffi as from a direct call, and so does a closure",
    arguments: [CompiledLibrary.Compiler.native, .nativeOptimizing, .sanitizing])
  func agreement(compiler: CompiledLibrary.Compiler) throws {
    var generator = SeededGenerator.announced("calls of C functions, \(compiler)")
    let structures = try CStructureLayout.random(count: 60, using: &generator)
    let number = max(Self.count / 50, min(Self.count, 130))
    let signatures = (0..<number).map { index in
      // Each number of parameters occurs once, and then mostly small ones.
      let most = Bool.random(using: &generator) ? 8 : 64
      return RandomCall(
        parameters: index <= 64 ? index : Int.random(in: 0...most, using: &generator),
        structures: structures, using: &generator)
    }
    let source = GeneratedSource(signatures, structures: structures)
    let library = try CompiledLibrary(source.text, by: compiler)
    let trials = try signatures.enumerated().map { try SignatureTrial($1, $0, in: library) }
    for call in 0..<Self.count {
      let index = call % number
      let differences = trials[index].run(using: &generator)
      try #require(
        differences.isEmpty,
        "CLEANSE_TEST_SEED=\(generator.seed), call \(call): \(differences) of \(signatures[index])")
    }
  }
}
