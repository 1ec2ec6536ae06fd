import Testing

@testable import MutationRun

@Suite("Mutants")
struct MutatorTests {
  private let mutator: Mutator

  init() throws {
    let sample = try #require(Sample(name: "libA.so", bytes: Samples.plugin()))
    mutator = Mutator(samples: [sample], seed: 5)
  }

  @Test("the same seed and number make the same mutant, others make others")
  func repeatable() {
    let other = Mutator(samples: mutator.samples, seed: 6)
    for number in 0..<200 {
      let mutant = mutator.mutant(number)
      #expect(mutant.bytes == mutator.mutant(number).bytes)
      #expect(mutant.operations == mutator.mutant(number).operations)
      #expect(mutant.bytes != other.mutant(number).bytes)
      #expect(!mutant.operations.isEmpty)
      #expect(mutant.name == "libA-\(number).so")
    }
  }

  @Test("every kind of damage comes up")
  func kinds() {
    let operations = (0..<500).map { mutator.mutant($0).operations }.joined()
    let verbs = Set(operations.map { String($0.prefix { $0 != " " }) })
    #expect(
      verbs == ["flip", "set", "copy", "fill", "cut", "remove", "insert", "go", "splice"])
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
