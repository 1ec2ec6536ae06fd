import CleansePlugin
import TextFilterAPI
import WordCounting

/// The command `statistics`: counts the parts of a text, in constant memory.
struct StatisticsCommand: Command {
  static let blockSize = 128 * 1024

  let name = "statistics"
  let summary = "counts lines, words, characters and bytes, and lists the most frequent words"

  private let words: any WordCounter
  /// The number of words in the list.
  private let listed: Int

  init(words: any WordCounter, listed: TaggedProvider<Options.Listed>) {
    self.words = words
    self.listed = listed.get()
  }

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    if arguments == ["--help"] || arguments == ["-h"] {
      try streams.output.write(help)
      return 0
    }
    if let argument = arguments.first {
      throw CommandUsageError(
        "statistics takes no argument '\(argument)'; it reads standard input: statistics < FILE")
    }
    try await streams.output.write(measure(streams.input).description)
    return 0
  }

  private func measure(_ input: any ByteSource) async throws -> StatisticsReport {
    let meter = LineMeter()
    var pipeline = TextPipeline([meter])
    var nothing = TextOutput()
    var bytes = 0
    while true {
      try Task.checkCancellation()
      let block = try input.read(upToCount: Self.blockSize)
      if block.isEmpty { break }
      bytes += block.count
      words.count(block.span)
      try pipeline.feed(block.span, into: &nothing)
    }
    try pipeline.finish(into: &nothing)
    return StatisticsReport(
      bytes: bytes, lines: meter.lines, characters: meter.characters, longest: meter.longest,
      words: words.endText(listing: listed))
  }

  private var help: String {
    """
    Counts lines, words, characters and bytes of the text on standard input, and lists the
    \(listed) most frequent words.

    statistics < FILE

    Words are separated by white space. A character is an extended grapheme cluster, as Unicode
    defines it. A line ending is one character.

    """
  }
}
