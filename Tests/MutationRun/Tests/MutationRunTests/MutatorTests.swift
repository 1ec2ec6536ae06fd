import Testing

@testable import MutationRun

@Suite("Mutants")
struct MutatorTests {
  private let mutator: Mutator

  init() throws {
    let sample = try #require(Sample(name: "libA.so", bytes: Samples.plugin()))
    mutator = Mutator(samples: [sample], seed: 5)
  }

  @Test("the same seed and number create the same mutant, others create others")
  func repeatable() {
    let other = Mutator(samples: mutator.samples, seed: 6)
    for number in 0..<200 {
      let mutant = mutator.mutant(number)
      #expect(mutant.bytes == mutator.mutant(number).bytes)
      #expect(mutant.operations == mutator.mutant(number).operations)
      #expect(!mutant.operations.isEmpty)
      #expect(mutant.name == "libA-\(number).so")
    }
    // A few do the same by chance.
    #expect((0..<200).count { mutator.mutant($0).bytes != other.mutant($0).bytes } > 150)
  }

  @Test("every kind of damage occurs")
  func kinds() {
    let operations = (0..<500).map { mutator.mutant($0).operations }.joined()
    let verbs = Set(operations.map { String($0.prefix { $0 != " " }) })
    #expect(
      verbs.isSuperset(of: [
        "flip", "set", "copy", "fill", "cut", "remove", "insert", "continue", "splice",
      ]))
  }

  @Test("fields of tables get boundary values, and the kind of a single change is recorded")
  func edges() {
    let mutants = (0..<2000).map(mutator.mutant)
    let operations = Set(mutants.flatMap(\.operations))
    for expected in [
      "set p_align of entry 0 of program headers to 0", "set e_phnum of entry 0 of ELF header to 2",
      "copy program headers of libA.so",
    ] {
      #expect(operations.contains(expected))
    }
    for mutant in mutants {
      #expect((mutant.kind == "several") == (mutant.operations.count > 1))
    }
    #expect(mutants.contains { $0.kind == "set p_align of program headers" })
  }

  @Test("each has an identifier of its own, of the same length")
  func identifiers() throws {
    let sample = try #require(mutator.samples.first)
    let texts = Set((0..<1000).map { String(decoding: sample.renamed($0), as: UTF8.self) })
    #expect(texts.count == 1000)
    #expect(texts.allSatisfy { $0.utf8.count >= sample.bytes.count })
    #expect(texts.allSatisfy { $0.contains(#""identifier":"org.example."#) })
  }

  @Test("the parts of a file are its headers and what is loaded of it")
  func parts() throws {
    let sample = try #require(mutator.samples.first)
    #expect(sample.parts.map(\.name) == ["ELF header", "program headers", ".note.cleanse"])
    #expect(sample.isPlugin)
    for count in 0..<sample.bytes.count {
      _ = Sample(name: "cut", bytes: Array(sample.bytes.prefix(count)))
    }
  }
}
