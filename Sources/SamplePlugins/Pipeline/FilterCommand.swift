import CleansePlugin
import TextFilterAPI

/// The command `filter`: passes the input through filters, in constant memory.
struct FilterCommand: Command {
  /// The size of a read in bytes: large enough that the cost of the calls is negligible, small enough
  /// that a block and its filtered form fit in the processor's cache.
  static let blockSize = 128 * 1024

  let name = "filter"
  let summary = "passes a text through filters, in the given order"

  private let filters: [any TextFilter]

  init(filters: [any TextFilter]) {
    self.filters = filters
  }

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    let catalog = FilterCatalog(filters)
    switch try FilterRequest(arguments) {
    case .help:
      try streams.output.write(Self.help)
    case .list:
      try streams.output.write(catalog.table)
    case .use(let steps):
      try await filter(catalog.pipeline(steps), streams)
    }
    return 0
  }

  private func filter(_ pipeline: TextPipeline, _ streams: CommandStreams) async throws {
    var pipeline = pipeline
    var output = TextOutput()
    while true {
      try Task.checkCancellation()
      let block = try streams.input.read(upToCount: Self.blockSize)
      if block.isEmpty { break }
      try pipeline.feed(block.span, into: &output)
      try Self.flush(&output, to: streams)
    }
    try pipeline.finish(into: &output)
    try Self.flush(&output, to: streams)
  }

  private static func flush(_ output: inout TextOutput, to streams: CommandStreams) throws {
    guard !output.bytes.isEmpty else { return }
    try streams.output.write(output.bytes.span)
    output.removeAll()
  }

  private static let help = """
    Passes the text on standard input through filters and writes it to standard output.

    filter --use NAME[:ARGUMENT][,NAME[:ARGUMENT]]…
    filter --list
    filter --help

      --use LIST   The filters, in the order in which the text passes them. Can be repeated.
                   Example: --use redact,wrap:72
      --list       Lists the filters that the plugins contribute.
      --help       Shows this text.

    """
}
