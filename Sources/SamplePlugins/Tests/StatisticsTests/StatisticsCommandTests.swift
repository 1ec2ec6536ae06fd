import CleansePlugin
import Synchronization
import Testing
import TextFilterAPI
import TextTesting
import WordCounting

@testable import Statistics

@Suite("The command statistics")
struct StatisticsCommandTests {
  @Test("prints the counts of a text")
  func report() async throws {
    let counter = FixedCounter(
      WordSummary(
        words: 1234, mostFrequent: [.init(word: "the", count: 100), .init(word: "of", count: 7)],
        untabled: 0, capacity: 10))
    let output = try await StatisticsCommand(words: counter, listed: TaggedProvider(value: 10)).run(
      on: "Grüße\r\nan\nalle", blockSize: 3)
    #expect(output.status == 0)
    #expect(
      output.output == """
        lines         3
        words         1234
        characters    13
        bytes         16
        longest line  5, line 1

        most frequent words
          100  the
            7  of

        """)
    #expect(counter.text == "Grüße\r\nan\nalle")
  }

  @Test("an empty text has no longest line and no words")
  func empty() async throws {
    let counter = FixedCounter(.init(words: 0, mostFrequent: [], untabled: 0, capacity: 10))
    let output = try await StatisticsCommand(words: counter, listed: TaggedProvider(value: 10))
      .run().output
    #expect(output == "lines         0\nwords         0\ncharacters    0\nbytes         0\n")
  }

  @Test("reports that the table of words was too small")
  func note() async throws {
    let counter = FixedCounter(.init(words: 9, mostFrequent: [], untabled: 4, capacity: 10))
    let output = try await StatisticsCommand(words: counter, listed: TaggedProvider(value: 10)).run(
      on: "x"
    ).output
    #expect(output.contains("note: 4 words are missing in this list, which is limited to 10 "))
  }

  @Test("does not send a text's control characters to a terminal")
  func controlCharacters() async throws {
    let counter = FixedCounter(
      .init(
        words: 1, mostFrequent: [.init(word: "a\u{1B}[31m\u{9B}", count: 1)], untabled: 0,
        capacity: 10))
    let output = try await StatisticsCommand(words: counter, listed: TaggedProvider(value: 10)).run(
      on: "x"
    ).output
    #expect(output.contains("1  a\\u{"))
    let controls = output.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.allSatisfy { $0 == "\n" })
  }

  @Test(
    "escapes bidirectional characters, line separators and invisible characters",
    arguments: [
      ("a\u{202E}b", #"a\u{202E}b"#), ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
      ("\u{200E}\u{200F}\u{2066}\u{2069}", #"\u{200E}\u{200F}\u{2066}\u{2069}"#),
      ("a\u{200B}\u{FEFF}b", #"a\u{200B}\u{FEFF}b"#), ("\u{1B}\u{9B}", #"\u{1B}\u{9B}"#),
      ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{200D}a\u{200D}", #"\u{200D}a\u{200D}"#),
    ])
  func invisible(word: String, expected: String) async throws {
    let counter = FixedCounter(
      .init(words: 1, mostFrequent: [.init(word: word, count: 1)], untabled: 0, capacity: 10))
    let output = try await StatisticsCommand(words: counter, listed: TaggedProvider(value: 10)).run(
      on: "x"
    ).output
    #expect(output.hasSuffix("  1  \(expected)\n"))
  }

  @Test("accepts no argument but --help")
  func arguments() async throws {
    let command = StatisticsCommand(
      words: FixedCounter(.init(words: 0, mostFrequent: [], untabled: 0, capacity: 0)),
      listed: TaggedProvider(value: 10))
    #expect(try await command.run("--help").output.contains("statistics < FILE"))
    await #expect(throws: CommandUsageError.self) { try await command.run("text") }
  }

  @Test("reports the first of the longest lines, in characters")
  func longest() throws {
    let meter = LineMeter()
    _ = try TextPipeline.run(meter, on: "a\n\u{E9}e\u{301}\nbb\nx")
    #expect(meter.longest == .init(line: 2, characters: 2))
    #expect(meter.lines == 4)
    #expect(meter.characters == 9)
  }
}

/// A word counter that records its input and always returns the same summary.
private final class FixedCounter: WordCounter {
  private let summary: WordSummary
  private let bytes = Mutex<[UInt8]>([])

  init(_ summary: WordSummary) {
    self.summary = summary
  }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func count(_ block: Span<UInt8>) {
    let copy = block.withUnsafeBufferPointer(Array.init)
    bytes.withLock { $0 += copy }
  }

  func endText(listing limit: Int) -> WordSummary { summary }
}
